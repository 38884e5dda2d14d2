#!/bin/sh
# Black-box tests of the program: exit statuses, messages, files. tests/test_cli.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
golden=tests/golden
. tests/ok.sh
export XDG_STATE_HOME="$work/state"

# gives STATUS PATTERN ARGUMENT...: the program's exit status, and a line that its output (both kinds) must have.
gives() {
    want=$1 pattern=$2
    shift 2
    "$program" "$@" </dev/null >"$work/out" 2>"$work/err"
    got=$?
    cat "$work/out" "$work/err"
    echo "exit status $got, want $want; pattern: $pattern"
    [ $got = "$want" ] && cat "$work/out" "$work/err" | grep -q -- "$pattern"
}

# The same, and the line must be on stderr and stdout empty.
complains() {
    gives "$@" && [ ! -s "$work/out" ] && grep -q -- "$2" "$work/err"
}

# same FILE ARGUMENT...: selfplay with the arguments records exactly the file.
same() {
    file=$1
    shift
    "$program" selfplay "$@" --record "$work/same.jsonl" --force && cmp "$file" "$work/same.jsonl"
}

only() { [ "$(ls -A "$1")" = "$2" ] || { ls -A "$1"; return 1; }; }

# ------------------------------------------------------------------------------------------------------ the program

ok "help is on stdout" gives 0 "^usage: fuerstenfeld COMMAND" --help
ok "help by word" gives 0 "^  selfplay " help
ok "help of a command" gives 0 "^usage: fuerstenfeld verify" help verify
ok "version" gives 0 "^fuerstenfeld [0-9]*\.[0-9]*\.[0-9]*$" --version
ok "version takes nothing" complains 2 '"extra" is not allowed here' --version extra
ok "no command" complains 2 "^usage:"
# What is wrong is shown, also where it is nothing, and what would be right.
for reading in verify show review "selfplay --edition"; do
    ok "an empty name: $reading" complains 2 '"": cannot be read' $reading ""
done
ok "an empty name: a network" complains 2 '"": cannot be read' selfplay --bots apprentice@
ok "an empty operand" complains 2 '"" is not allowed here' play ""
ok "too many iterations: how many there may be" complains 2 "at most 4294967295" selfplay --bots prince:99999999999
for address in 127.0.0.1 x "" 127.0.0.1: 8080x; do
    ok "serve --listen '$address': what is wanted" complains 2 "must be ADDRESS:PORT" serve --store memory --listen "$address"
done
ok "serve --listen: a port that cannot be" complains 2 "from 0 to 65535" serve --store memory --listen 127.0.0.1:70000
ok "a time without its unit" complains 2 "must be a time such as" arena --bots random --bot-timeout 5
for command in play selfplay "arena --bots random"; do
    ok "--force without --record: $command" complains 2 "so it needs --record" $command --force
done
ok "a name that is too long is not repeated" sh -c '! "$1" play --names "$(printf "%500s" | tr " " x)" </dev/null 2>&1 | grep x\{200\}' - "$program"
# tells_seeds: the help of each command with a seed tells how large it may be, and that holds.
tells_seeds() {
    for command in "play --human none --bots random --seed" "selfplay --games 1 --seed" "arena --bots random --games 1 --seed" "edition --draw"; do
        name=${command%% *}
        "$program" $name --help >"$work/help"
        case $(tr -s ' \n' '  ' <"$work/help") in
        *"0 to 2^64 - 1"*) largest=18446744073709551615 larger=18446744073709551616 ;;
        *"0 to 2^53 - 1"*) largest=9007199254740991 larger=9007199254740992 ;;
        *) return 1 ;;
        esac
        gives 0 "" $command $largest && complains 2 "from 0 to $largest" $command $larger || return 1
    done
}
ok "the help tells how large a seed may be" tells_seeds
ok "the default edition, to copy" sh -c '"$1" edition | cmp - editions/default.edition' - "$program"
ok "a drawn edition can be played with" sh -c '"$1" edition --draw 7 >"$2" && "$1" selfplay --edition "$2" --games 2 --seed 1' - "$program" "$work/drawn.edition"
ok "an edition needs no operand" complains 2 "" edition more
ok "unknown command: the nearest is named" complains 2 'unknown command "verfy"; did you mean "verify"?' verfy
ok "unknown command: nothing is near" complains 2 'unknown command "xyzzy"; fuerstenfeld --help lists them' xyzzy
# closed: every command with each of the standard files closed. Nothing hangs; what could not be printed is status 2.
closed() {
    for command in $("$program" help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        "$program" $command --help <&- >/dev/null || { echo "$command <&-: $?"; return 1; }
        "$program" $command --help 2>&- >/dev/null || { echo "$command 2>&-: $?"; return 1; }
        "$program" $command --help >&- 2>"$work/err"
        [ $? = 2 ] && grep -q "cannot write the output" "$work/err" || { echo "$command >&-"; return 1; }
    done
}
ok "every command with standard input, output or error closed" closed
ok "play: without standard input the game is left" sh -c '"$1" play --plain --seed 5 <&- | grep "You leave the game"' - "$program"
ok "puzzle: without standard input it ends" sh -c '"$1" puzzle <&-; [ $? = 1 ]' - "$program"
ok "verify -: without standard input there is nothing to read" sh -c '"$1" verify - <&- 2>&1 | grep "cannot be read"' - "$program"
for command in selfplay verify show play; do
    ok "$command --help" gives 0 "^usage: fuerstenfeld $command" $command --help
done

# The manual and the help name the same options: each command's in its section, and none that no command has.
offered() { "$program" "$@" | sed -n '/^commands:\|^options:/,/^$/s/^  \([^ ][^ ]*\).*/\1/p' | grep -vx help; }
section() { awk -v of="$1" '/^\.S[SH]/ { on = $1 == ".SS" && $2 == of } on' docs/fuerstenfeld.1; }
named() { sed 's/\\-/-/g; s/\\f.//g' | grep -oE -- '--[a-z][a-z-]*' | LC_ALL=C sort -u; }
# lacks WHAT FILE: options on standard input that the file does not name.
lacks() { ! LC_ALL=C sort -u | LC_ALL=C comm -23 - "$2" | grep -vx -e --help -e --version | sed "s/^/$1: /" | grep .; }
manual_has_all() {
    good=true
    for command in $(offered help); do
        section "$command" | named >"$work/named"
        offered "$command" --help | tee -a "$work/options" | lacks "the manual lacks, $command" "$work/named" || good=false
    done
    $good && [ "$(wc -l <"$work/options")" -gt 99 ]
}
manual_invents_none() {
    LC_ALL=C sort -u "$work/options" >"$work/known"
    named <docs/fuerstenfeld.1 | grep -vx -e --version -e --name | lacks "no command has" "$work/known"
}
# So does the manual with the verbs of admin.
manual_has_verbs() {
    "$program" admin --help | sed -n '/^verbs:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' >"$work/verbs"
    section admin | sed 's/\\f.//g' | grep -ow '[a-z][a-z]*' | LC_ALL=C sort -u >"$work/named"
    lacks "the manual lacks, admin" "$work/named" <"$work/verbs" && [ "$(wc -l <"$work/verbs")" -gt 15 ]
}
ok "the manual has every option of every command" manual_has_all
ok "the manual has every verb of admin" manual_has_verbs
ok "the manual names no option that there is not" manual_invents_none
ok "unknown option" complains 2 "unknown option --player" selfplay --player 3
ok "unknown option: the nearest is named" complains 2 "unknown option --player; did you mean --players?" selfplay --player 3
ok "short options are unknown" complains 2 "unknown option -n" verify -n
ok "an option without its value" complains 2 "players needs a value: --players N" selfplay --players
ok "an operand where there is none" complains 2 '"file" is not allowed here' selfplay file

# --------------------------------------------------------------------------------------------------------- selfplay

ok "R0.1 selfplay: too many players" complains 2 'players is "6", must be a whole number from 2 to 5' selfplay --players 6
ok "selfplay: a number with a tail" complains 2 'games is "3x"' selfplay --games 3x
ok "selfplay: a negative number" complains 2 'seed is "-1"' selfplay --seed -1
ok "selfplay: an empty number" complains 2 'seed is ""' selfplay --seed=
ok "selfplay: a huge number" complains 2 'seed is "18446744073709551616"' selfplay --seed 18446744073709551616
ok "R0.1 selfplay: unknown mode" complains 2 'mode is "easy", must be one of base|expert' selfplay --mode easy
ok "selfplay: unknown bot" complains 2 'no bot "clever"' selfplay --bots clever
ok "selfplay: too few bots" complains 2 "names 2 bots" selfplay --bots random,random
ok "selfplay: too many bots" complains 2 "more bots than the 2 players" selfplay --players 2 --bots random,random,random
ok "selfplay: one bot for each" gives 0 "^games 1," selfplay --bots random,random,random --games 1
ok "selfplay: edition that is not there" complains 2 "nowhere.edition: cannot be read: No such file" \
    selfplay --edition nowhere.edition
ok "selfplay: edition that is a directory" complains 2 "it is a directory" selfplay --edition tests
printf 'name x\ncost crane 100\n' >"$work/bad.edition"
ok "selfplay: bad edition, its line" complains 2 "bad.edition:2: " selfplay --edition "$work/bad.edition" --record "$work/x"
ok "selfplay: nothing starts with a bad edition" test ! -e "$work/x"
ok "selfplay: summary" gives 0 "^wins player 0: [0-9]*, player 1: [0-9]*; shared" selfplay --players 2 --games 3
ok "selfplay: no progress in a pipe" test ! -s "$work/err"

ok "golden: base, 2 players" same $golden/base2.jsonl --players 2 --mode base --games 2 --seed 35 --edition $golden/plain.edition
ok "golden: expert, 3 players" same $golden/expert3.jsonl --players 3 --mode expert --games 2 --seed 27 --bots random --edition $golden/plain.edition
ok "golden: base, 5 players" same $golden/base5.jsonl --players=5 --games=2 --seed=19 --edition=$golden/plain.edition
ok "R9.3 golden: another edition, round limit" \
    same $golden/limit4.jsonl --players 4 --mode expert --games 3 --seed 4 --edition $golden/short.edition

record() { "$program" selfplay --players 3 --games 40 --seed 5 "$@"; }
record --threads 1 --record "$work/one" >"$work/one.txt"
record --threads 7 --record "$work/seven" >"$work/seven.txt"
record --threads 2 --record - >"$work/dash" 2>"$work/dash.txt"
record --threads 3 >"$work/none.txt"
ok "selfplay: same bytes with 1 and 7 threads" cmp "$work/one" "$work/seven"
ok "selfplay: same bytes on standard output" cmp "$work/one" "$work/dash"
ok "selfplay: same summary with 7 threads" cmp "$work/one.txt" "$work/seven.txt"
ok "selfplay: same summary on stderr" cmp "$work/one.txt" "$work/dash.txt"
ok "selfplay: same summary without a record" cmp "$work/one.txt" "$work/none.txt"
"$program" selfplay --players 3 --games 40 --seed 6 --record "$work/other" >/dev/null
ok "selfplay: another seed, other games" sh -c '
    sed -n "s/.*\"seed\":\([0-9]*\).*/\1/p" "$1" "$2" | sort | uniq -d | grep . && exit 1
    [ $(grep -c "\"seed\":" "$1") = 40 ]' - "$work/one" "$work/other"

# --------------------------------------------------------------------------------------------- nothing half-written

mkdir "$work/files"
ok "selfplay: folder that is not there" complains 2 "cannot be written: No such file" selfplay --record "$work/no/x"
ok "selfplay: record onto a directory" complains 2 "cannot be written: Is a directory" selfplay --record "$work/files"
too_large() { (trap '' XFSZ; ulimit -f 300; gives 2 "cannot be written: File too large" selfplay --record "$work/files/x"); }
ok "selfplay: a file that cannot grow" too_large
ok "selfplay: the games before that are there, whole" gives 0 "games hold" verify "$work/files/x"
rm "$work/files/x"
full() { ! "$program" selfplay --record /dev/full 2>"$work/err" && grep "No space left" "$work/err"; }
ok "selfplay: full disk" full
interrupted() {
    "$program" selfplay --games 4000000 --record "$work/files/x" >"$work/summary" &
    pid=$!
    while [ ! -s "$work/files/x" ]; do kill -0 $pid || return 1; done
    kill -$1 $pid
    wait $pid
    [ $? = $((128 + $2)) ] && only "$work/files" x && gives 0 "games\\? hold" verify "$work/files/x"
}
# Also at the very moment when the first game was written.
at_once() { for again in 1 2 3 4 5 6 7 8; do rm -f "$work/files/x" && interrupted TERM 15 || return 1; done; }
ok "selfplay: interrupted, whole games stay" at_once
# The summary is of the games that were finished: as many as are in the file.
so_far() {
    head -n 1 "$work/summary" | grep -qx "interrupted; so far:" && games=$(sed -n 's/^games \([0-9]*\),.*/\1/p' "$work/summary") &&
        [ "$games" -gt 0 ] && [ "$games" = "$(grep -c '"event":"end"' "$work/files/x")" ]
}
ok "selfplay: interrupted, what was finished is summed up" so_far
ok "selfplay: again, those from before too" interrupted HUP 1
# timeout(1) sends its signal to the program and then to the group, that is twice.
sent_twice() {
    "$program" selfplay --games 4000000 --record "$work/files/x" --force >"$work/summary" &
    pid=$!
    while [ ! -s "$work/files/x" ]; do kill -0 $pid || return 1; done
    kill -TERM $pid && kill -TERM $pid
    wait $pid
    [ $? = 143 ] && so_far
}
ok "selfplay: a signal sent twice is one" sent_twice
rm "$work/files/x"
# Started by `nohup`, it goes on when its terminal is closed.
nohup_kept() {
    (trap '' HUP && exec "$program" selfplay --games 4000000 --record "$work/files/x") >/dev/null &
    pid=$!
    while [ ! -s "$work/files/x" ]; do kill -0 $pid || return 1; done
    grep '^SigIgn:.*[13579bdf]$' /proc/$pid/status
    kept=$?
    kill -TERM $pid
    wait $pid
    [ $? = 143 ] && [ $kept = 0 ]
}
ok "selfplay: nohup is respected" nohup_kept
rm "$work/files/x"
old() { echo old >"$work/files/x" && chmod 600 "$work/files/x" && ln -s x "$work/files/link" &&
    record --record "$work/files/link" --force && cmp "$work/one" "$work/files/x" && [ -L "$work/files/link" ]; }
ok "selfplay: replaces what a link points to" old
closed() {
    { "$program" selfplay --games 2000 --record - 2>"$work/err"; echo $? >"$work/status"; } | head -n 1 >"$work/line"
    cat "$work/status" "$work/err"
    [ "$(cat "$work/status")" = 141 ] && [ ! -s "$work/err" ] && grep -q '^{"event":"game"' "$work/line"
}
ok "selfplay: a pipe that is closed early ends it quietly" closed

# ----------------------------------------------------------------------------------------------------------- review

thinks "review: a seat's turns and the sum" gives 0 "deal .*, luck .*, own turns" review --effort quick --seat 1 $golden/cards3.jsonl
thinks "review: the same on any number of threads" sh -c "
    '$program' review --effort quick --seat 1 --threads 3 $golden/cards3.jsonl | cmp - '$work/out'"
# The loss of a turn is the difference of the chances with perfect play that are printed below it.
perfect() {
    "$program" selfplay --games 1 --seed 3 --players 3 --bots steward --record "$work/perfect.jsonl" && "$program" review --effort quick --seat 0 "$work/perfect.jsonl" >"$work/review" &&
        python3 -c '
import re, sys
found = re.findall(r"(?m)^Round .*: -([0-9.]+) \+- .*\n(?:  .*\n)*?  with perfect play from here: ([0-9.]+) %, best ([0-9.]+) %", open(sys.argv[1]).read())
assert found and all(abs(float(best) - float(played) - float(loss)) < 0.11 for loss, played, best in found), found' "$work/review"
}
thinks "review: the loss is that of perfect play" perfect
# adds_up RECORD SEAT: the numbers of a review agree with each other as docs/players/coach.md says.
adds_up() {
    "$program" review --effort quick --seat "$2" --json $golden/$1.jsonl >"$work/review" && python3 -c "
import json, sys
review, at = json.load(open(sys.argv[1])), int(sys.argv[2])
seats = review['balance']['seats']
seat = seats[at]
def grade(turn):
    ideas, played, loss, margin = turn['ideas'], turn['played'], turn['loss'], turn['margin']
    won = [str(idea['certain']).startswith('won') for idea in ideas]
    of = ['good', 'slip', 'mistake', 'blunder'][(loss >= 150) + (loss >= 300) + (loss >= 800)]
    return 'blunder' if any(won) and not won[played] else 'good' if loss <= margin else 'slip' if of != 'good' and loss < 2 * margin else of
assert review['turns'] and review['levels'] == [None for name in review['names']], review['levels']
for turn in review['turns']:
    ideas, played = turn['ideas'], turn['played']
    perfect = [idea['perfect'] for idea in ideas]
    assert turn['seat'] == at and 1 <= len(ideas) <= 2, turn
    assert all(sum(idea['chances']) in (10000, 0 if '$1' == 'limit4' else 10000) for idea in ideas), turn
    assert all(idea['behind'] == perfect[0] - chance >= 0 for idea, chance in zip(ideas, perfect)), turn
    assert turn['loss'] == (perfect[not played] - perfect[played] if len(ideas) > 1 else 0), turn
    assert turn['grade'] == grade(turn), turn
assert seat['turns'] == sum(turn['kind'] == 'turn' for turn in review['turns']) == sum(seat['grades'].values())
assert seat['result'] - seat['par'] == seat['deal'] + seat['luck'] - seat['lost'] + seat['expected'] + seat['given']
assert seat['adjusted'] == seat['par'] - seat['lost'] + seat['expected'] + seat['given']
assert 10000 - len(seats) < sum(other['par'] for other in seats) <= 10000
assert sum(other['result'] for other in seats) == (0 if '$1' == 'limit4' else 10000)" "$work/review" "$2"
}
for game in "cards3 0" "base2 1" "expert3 2" "limit4 3"; do
    thinks "review: JSON adds up: $game" adds_up $game
done
# whom BOTS WORDS: the record tells which seats are bots, whatever they are called, and the review says so.
whom() {
    sed "s/\"seed\":/\"bots\":[$1],&/" $golden/cards3.jsonl >"$work/whom.jsonl" && grep -q '"bots"' "$work/whom.jsonl" && shift &&
        gives 0 "$1" review --effort quick --seat 1 "$work/whom.jsonl"
}
thinks "review: the record tells who is a bot" whom 'null,"level3","steward:2"' "is taken for a person, .* for level 3, .* for level 2 (--levels 0,3,2; "
thinks "review: a bot's name that a person has" sh -c "
    sed 's/\"players\":\[[^]]*\]/\"players\":[\"steward\",\"level1\",\"x\"],\"bots\":[null,null,\"level1\"]/' $golden/cards3.jsonl >'$work/names.jsonl' &&
    '$program' review --effort quick --seat 0 '$work/names.jsonl' | grep 'steward is taken for a person, level1 for a person, x for level 1 (--levels 0,0,1; '"
thinks "review: what was said counts" gives 0 "for level 2 (--levels 0,1,2)" review --effort quick --seat 1 --levels 0,1,2 $golden/cards3.jsonl
ok "review: no such seat" complains 2 "--seat is 4, but the game has 3 seats, from 0" review --seat 4 $golden/cards3.jsonl
ok "review: no such effort" complains 2 "--effort is \"hard\", must be one of quick|normal|deep" review --effort hard $golden/cards3.jsonl
review_levels() {
    "$program" review --effort quick --seat 0 --levels 0,1,1 --json $golden/cards3.jsonl >"$work/review" &&
        python3 -c "
import json, sys
review = json.load(open(sys.argv[1]))
seat = review['balance']['seats'][0]
assert review['levels'] == [None, 1, 1] and seat['par'] > review['balance']['par'] + 1000
assert 9997 <= sum(other['par'] for other in review['balance']['seats']) <= 10000
assert seat['result'] - seat['par'] == seat['deal'] + seat['luck'] - seat['lost'] + seat['expected'] + seat['given']" "$work/review"
}
thinks "review: among novices par is higher, and it adds up" review_levels
ok "review: levels for too few seats" complains 2 "--levels has 2 numbers, but the game has 3 seats" review --levels 1,2 $golden/cards3.jsonl
ok "review: a level that is none" complains 2 "--levels must have a number from 0 to 7 for each seat" review --levels 1,2,8 $golden/cards3.jsonl
ok "review: no such game" complains 2 "there is no game 9; the file has 1" review --game 9 $golden/cards3.jsonl
ok "review: no file" complains 2 "review: FILE is missing: fuerstenfeld review FILE" review
ok "review: a file that is not there" complains 2 "nowhere: cannot be read: No such file" review nowhere
head -n 9 $golden/cards3.jsonl >"$work/cut_short"
ok "review: a game that is cut off" complains 2 "the game is cut off" review "$work/cut_short"

review_odd() { # how a record may come: other line ends, no line end at all, from standard input, behind another game
    "$program" review --effort quick --seat 1 $golden/cards3.jsonl >"$work/plain" || return 1
    { cat $golden/base2.jsonl && printf '\r\n' && sed 's/$/\r/' $golden/cards3.jsonl | head -c -2; } >"$work/odd.jsonl"
    "$program" review --effort quick --seat 1 --game 3 - <"$work/odd.jsonl" | diff - "$work/plain"
}
thinks "review: from standard input, with CR LF, behind other games" review_odd

# Whatever a file is that cannot be used: one sentence with its name, nothing else, status 2.
: >"$work/empty_file" && printf '\n \r\n' >"$work/blank_file" && head -n 9 $golden/cards3.jsonl >"$work/cut_file" && head -c 3000 $golden/cards3.jsonl >"$work/torn_file" &&
    head -c 2000000 /dev/zero >"$work/zero_file" && mkdir "$work/folder" && ln -s loop "$work/loop"
unusable() { # FILE COMMAND...
    file=$1
    shift
    "$program" "$@" "$file" </dev/null >"$work/out" 2>"$work/err"
    status=$?
    cat "$work/out" "$work/err"
    [ $status = 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q "^fuerstenfeld: $file:" "$work/err"
}
for command in review "review --json" show "show --plain" duplicate; do
    for file in "$work/empty_file" "$work/blank_file" "$work/cut_file" "$work/torn_file" "$work/zero_file" "$work/folder" "$work/loop" /dev/null README.md "$work/nowhere"; do
        ok "$command: what cannot be used: ${file##*/}" unusable "$file" $command
    done
done
# Where nothing can be written it is said once.
no_room() {
    "$program" "$@" </dev/null >/dev/full 2>"$work/err"
    status=$?
    cat "$work/err"
    [ $status = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q "cannot .*: No space left on device" "$work/err"
}
for command in "review --effort quick --seat 1 $golden/limit4.jsonl" "review --json --effort quick --seat 1 $golden/limit4.jsonl" "show $golden/cards3.jsonl" \
    "verify $golden/cards3.jsonl" "verify --json $golden/cards3.jsonl" edition saves stats "selfplay --games 1 --json" "puzzle 1" --help; do
    ok "no room: $command" no_room $command
done

# ----------------------------------------------------------------------------------------------------------- verify

ok "verify: one game" gives 0 "^$golden/cards3.jsonl: 1 game holds$" verify $golden/cards3.jsonl
ok "verify: several files" gives 0 "^$golden/limit4.jsonl: 3 games hold$" verify $golden/base2.jsonl $golden/limit4.jsonl
stdin() { "$program" verify - <"$work/one" >"$work/out" && grep "^-: 40 games hold$" "$work/out"; }
ok "verify: standard input" stdin
pipe() { sed 's/$/\r/' $golden/base2.jsonl | "$program" verify - | grep "^-: 2 games hold$"; }
ok "verify: CRLF from a pipe" pipe
printf '%s' "$(cat $golden/base2.jsonl)" >"$work/unended"
ok "verify: no newline at the end" gives 0 ": 2 games hold" verify "$work/unended"

line=$(grep -n -m 3 '"event":"sell"' $golden/cards3.jsonl | tail -n 1 | cut -d : -f 1)
sed "${line}s/\"income\":[0-9]*/\"income\":99/" $golden/cards3.jsonl >"$work/income"
ok "R5.4 verify: a wrong income, its line and rule" \
    gives 1 "^$work/income:$line: \"income\" is 99, must be [0-9]* (R5.4)$" verify "$work/income"
ok "verify: goes on to the other files" gives 1 "base2.jsonl: 2 games hold" verify "$work/income" $golden/base2.jsonl
ok "verify: no file" complains 2 "verify: FILE is missing" verify
ok "verify: file that is not there" complains 2 "nowhere: cannot be read: No such file" verify nowhere
ok "verify: directory" complains 2 "tests: cannot be read: it is a directory" verify tests
ok "verify: the worst status of all" gives 2 "(R5.4)" verify nowhere "$work/income" $golden/base2.jsonl
: >"$work/empty"
ok "verify: empty file" gives 1 "no game in the file" verify "$work/empty"
printf '\n \n\n' >"$work/blank"
ok "verify: blank lines alone" gives 1 "no game in the file" verify "$work/blank"
lines=$(grep -c '' $golden/cards3.jsonl)
sed '$d' $golden/cards3.jsonl >"$work/cut"
ok "verify: cut off at a line" gives 1 "cut:$((lines - 1)): the game is cut off: \"end\" must follow" verify "$work/cut"
head -c 20000 $golden/cards3.jsonl >"$work/half"
ok "verify: cut off within a line" gives 2 "not JSON: the line ends" verify "$work/half"
cat "$work/cut" $golden/cards3.jsonl >"$work/next"
ok "verify: the next game before the end" gives 1 "next:$lines: \"game\" is out of place" verify "$work/next"
{ head -n 3 $golden/cards3.jsonl; printf '{"event":"x\0"}\n'; } >"$work/nul"
ok "verify: NUL" gives 2 "nul:4: not JSON: NUL byte" verify "$work/nul"
{ head -n 3 $golden/cards3.jsonl; printf '{"event":"\377"}\n'; } >"$work/utf8"
ok "verify: not UTF-8" gives 2 "utf8:4: not JSON: not UTF-8" verify "$work/utf8"
head -c 100000 "$program" >"$work/binary"
ok "verify: any bytes" gives 2 "binary:1: not JSON" verify "$work/binary"
head -c 3000000 /dev/zero | tr '\0' ' ' >"$work/long"
ok "verify: a line longer than 1 MiB" gives 2 "long:1: the line is longer than 1 MiB" verify "$work/long"
sed '1s/"crane":5/"crane":99999999999999999999/' $golden/cards3.jsonl >"$work/huge"
ok "verify: a huge number" gives 1 'huge:1: "costs" must be 0 to 99' verify "$work/huge"
sed '1s/"warehouse"/"storehouse"/' $golden/cards3.jsonl >"$work/card"
ok "R0.2 verify: an unknown card" gives 1 'card:1: "decks" names an unknown card "storehouse" (R0.2)' verify "$work/card"
closed_out() { "$program" verify $golden/base2.jsonl >/dev/full 2>"$work/err"; [ $? = 2 ] && grep "No space left" "$work/err"; }
ok "verify: output that cannot be written" closed_out

# ------------------------------------------------------------------------------------------------------ verify --fair

fair=$golden/fair3.jsonl
commit=$(sed -n 's/.*"commit":"\([0-9a-f]*\)".*/\1/p' $fair)
value=$(sed -n 's/.*"sealed [0-9a-f]* \([0-9a-f]*\)".*/\1/p' $fair)
open=$(sed -n 's/.*"open \([0-9a-f]*\)".*/\1/p' $fair)
ok "R10.3 verify --fair: the deal follows" gives 0 "1 game holds, dealt as it says$" verify --fair $fair
ok "verify --fair: a deal from nowhere" gives 1 'base2.jsonl:1: lacks "fair"' verify --fair $golden/base2.jsonl
ok "verify --commit: the one seen before" gives 0 "dealt as it says$" verify --commit "$commit" $fair
ok "verify --commit: another" gives 1 "a different commitment than the one given" verify --commit "$value" $fair
ok "verify --commit: no digest" complains 2 "commit must be 64 digits" verify --commit "$commit"0 $fair
seal=$(sed -n 's/.*"sealed \([0-9a-f]*\) .*/\1/p' $fair)
ok "verify --seals: those seen before" gives 0 "dealt as it says$" verify --seals "$seal,open:$open,-" $fair
ok "R10.3 verify --seals: a value given openly that was not there" gives 1 "different seals than those given" verify --seals "$seal,-,-" $fair
ok "verify --seals: another open value" gives 1 "different seals than those given" verify --seals "$seal,open:$value,-" $fair
ok "verify --seals: an open value that was not there" gives 1 "different seals than those given" verify --seals "$seal,open:$open,open:$open" $fair
ok "verify --seals: no open value" complains 2 "seals must have for each seat 64 digits" verify --seals "$seal,open:1,-" $fair
ok "verify --seals: another" gives 1 "different seals than those given" verify --seals "$value,open:$open,-" $fair
ok "verify --seals: one that was not there" gives 1 "different seals than those given" verify --seals "$seal,$seal,-" $fair
ok "verify --seals: too few" gives 1 "different seals than those given" verify --seals "$seal,-" $fair
ok "verify --seals: no digest" complains 2 "seals must have for each seat 64 digits" verify --seals "$seal,x,-" $fair
ok "verify --seals: too many" complains 2 "seals must have for each seat 64 digits" verify --seals "-,-,-,-,-,-" $fair
ok "verify --mine: a sealed value" gives 0 "dealt fairly$" verify --mine "0:$value" $fair
ok "verify --mine: an open value" gives 0 "dealt fairly$" verify --mine "1:$open" $fair
ok "verify --mine: another value" gives 1 "a different value of that seat" verify --mine "1:$value" $fair
ok "verify --mine: a seat that gave nothing" gives 1 "a different value of that seat" verify --mine "2:$value" $fair
ok "verify --mine: no such seat" gives 1 "does not have the seat" verify --mine "4:$value" $fair
ok "verify --mine: no seat" complains 2 "mine must be a seat from 0 to 4" verify --mine "$value" $fair
sed "1s/\"secret\":\"./\"secret\":\"0/" $fair >"$work/secret"
ok "R10.3 verify: another secret" gives 1 'secret:1: "fair" has a "commit" that is not that of its "secret"' verify "$work/secret"
sed "1s/open ../open 00/" $fair >"$work/value"
ok "R10.3 verify: another value" gives 1 'value:1: .* not follow from "fair"' verify "$work/value"
sed '1s/"\(open [0-9a-f]*\)"/"none"/' $fair >"$work/none"
ok "R10.3 verify: a value left out" gives 1 'none:1: .* not follow from "fair"' verify "$work/none"
void=$golden/fair_void3.jsonl
ok "R10.3 verify --fair: a withheld value and a second round" gives 0 "^$void:1: seat 1 withheld its value, so somebody who knew it and the server's secret could refuse 1 of the deals before this one (fair)$" verify --fair $void
sed 's/,"void":\[\[.*\]\]}/}/' $void >"$work/left_out"
ok "R10.3 verify: a withheld value without a void round" gives 1 'left_out:1: "fair" .* a value withheld in "seats" for the first time' verify "$work/left_out"
ok "verify --fair: is not told to be fair without more" gives 0 "1 game holds, dealt as it says$" verify --fair $void
ok "verify --mine: nor with one's own value in it" gives 0 "1 game holds, dealt fairly but for what was withheld$" verify --mine "0:$value" $void
ok "verify --opened: withheld" gives 1 "withheld its value, which --opened does not allow" verify --opened $void
ok "verify --opened: all opened" gives 0 "dealt as it says" verify --opened $fair
ok "verify: without --fair a withheld value is nothing to tell" gives 0 "^$void: 1 game holds$" verify $void
sed '1s/,"void":\[\[/,"void":[["none","none","none"],[/' $void >"$work/void"
ok "R10.3 verify: a void round that cannot have been" gives 1 'has a "void" round in which nobody withheld' verify "$work/void"
ok "R1.1 R1.2 R1.4 fair: a program of another hand deals the same" python3 tests/fair.py $fair
ok "R10.3 fair: a program of another hand knows void rounds" python3 tests/fair.py $void
other_hand() { ! python3 tests/fair.py "$1"; }
ok "fair: and notices another value" other_hand "$work/value"
ok "fair: and notices a void round that cannot have been" other_hand "$work/void"

# ------------------------------------------------------------------------------------------------------------- show

ok "show: the last position" gives 0 "Anna" show $golden/cards3.jsonl
ok "show: the first position" gives 0 "expert game" show $golden/cards3.jsonl --game 1 --at 1
ok "show: the second game" gives 0 "random-1" show $golden/base2.jsonl --game 2 --at 30
ok "show: no such game" complains 2 "there is no game 3; the file has 2" show $golden/base2.jsonl --game 3
ok "show: no such line" complains 2 "game 1 has $lines lines" show $golden/cards3.jsonl --at $((lines + 1))
ok "show: the last line" gives 0 "Anna" show $golden/cards3.jsonl --at "$lines"
ok "show: game 0" complains 2 'game is "0", must be' show $golden/cards3.jsonl --game 0
ok "show: two files" complains 2 'show: "b" is one too many: fuerstenfeld show FILE' show a b
ok "show: no file" complains 2 "show: FILE is missing" show
ok "show: before what is wrong" gives 0 "Anna" show "$work/income" --at $((line - 1))
ok "show: at what is wrong" complains 2 "income:$line: \"income\" is 99" show "$work/income"
ok "show: file that is not there" complains 2 "cannot be read" show nowhere
each_line() {
    for at in $(seq 1 "$lines"); do
        "$program" show $golden/cards3.jsonl --at "$at" >/dev/null || { echo "at $at"; return 1; }
    done
}
ok "show: every line of a game" each_line

all_done
