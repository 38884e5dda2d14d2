#!/bin/sh
# What a terminal shows, whatever its size: tests/test_terminal.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
pty=$(dirname "$program")/tests/pty
. tests/ok.sh
export XDG_STATE_HOME="$work/state" LC_ALL=C.UTF-8

commands=$("$program" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')

# ---------------------------------------------------------------------------------------------------- how wide it is

# within COLUMNS: no line of standard input is longer.
within() { awk -v columns="$1" '{ sub(/\r$/, "") } length($0) > columns { print FILENAME ":" NR ": " $0; bad = 1 } END { exit bad || !NR }'; }

help_fits() { "$program" $1 --help | within 80; }
ok "--help is within 80 columns" help_fits ""
for command in $commands; do
    ok "$command --help is within 80 columns" help_fits "$command"
done
all_there() { [ "$(echo "$commands" | wc -l)" -ge 11 ]; }
ok "every command was looked at" all_there

narrow_help() {
    for columns in 20 40 60 79; do
        for command in $commands; do
            printf 'expect that was all\n' | "$pty" 24 $columns /bin/sh -c '"$0" "$1" --help; echo that was all' "$program" $command >"$work/help" &&
                within $columns <"$work/help" || { echo "$command at $columns"; return 1; }
            # No word is lost, whatever the width; where a word itself is broken, its letters are there.
            tr -d ' \r\n' <"$work/help" | sed 's/thatwasall$//' >"$work/letters"
            "$program" $command --help | tr -d ' \n' | cmp - "$work/letters" || { echo "$command at $columns"; return 1; }
        done
    done
}
[ -x "$pty" ] && ok "--help on terminals of 20 to 79 columns: nothing is longer, nothing is lost" narrow_help
narrow_error() {
    printf 'expect that was all\n' | "$pty" 24 30 /bin/sh -c '"$0" selfplay --player 3; echo that was all' "$program" >"$work/error" &&
        within 30 <"$work/error" && ! sed 1d "$work/error" | grep -v -e '^  ' -e '^fuerstenfeld: allowed' -e 'that was all'
}
[ -x "$pty" ] && ok "an error on a terminal of 30 columns is broken between words" narrow_error

# What is printed once, on terminals from very narrow to very wide: no line is longer than they are.
narrow_output() {
    "$program" selfplay --games 1 --seed 3 --players 2 --bots steward --record "$work/one.jsonl" >"$work/out" &&
        sed 's/steward-0/Zoe/' "$work/one.jsonl" >"$work/two.jsonl" || return 1
    for columns in 40 61 80 200; do
        for command in "puzzle 3" "puzzle 40" "duplicate $work/one.jsonl $work/two.jsonl" "show $work/one.jsonl" stats saves \
            "review --effort quick --seat 0 $work/one.jsonl"; do
            printf 'expect that was all\n' |
                LC_ALL=C NO_COLOR=1 "$pty" 24 $columns /bin/sh -c '"$0" $1 </dev/null; echo that was all' "$program" "$command" |
                sed 's/\x1b\[K//g' | tr '\r' '\n' | within $columns || { echo "$command at $columns"; return 1; }
        done
    done
}
[ -x "$pty" ] && ok "puzzle, duplicate, show, stats, saves and review on terminals of 40 to 200 columns: nothing is longer" narrow_output

# ---------------------------------------------------------------------------------------------------------- options

# gives STATUS PATTERN ARGUMENT...
gives() {
    want=$1 pattern=$2
    shift 2
    "$program" "$@" </dev/null >"$work/out" 2>&1
    got=$?
    cat "$work/out"
    [ $got = "$want" ] && grep -q -- "$pattern" "$work/out"
}
for command in $commands; do
    # The first option of each, with a letter too many and with one missing.
    option=$("$program" $command --help | sed -n 's/^  --\([a-z-]*\).*/\1/p' | awk 'length($0) > 3' | head -n 1)
    ok "$command: --${option}x, did you mean --$option" gives 2 "unknown option --${option}x; did you mean --$option?" $command --${option}x
done
ok "an option that is like none" gives 2 "unknown option --xyzzy; fuerstenfeld play --help lists all" play --xyzzy
ok "an option with one dash" gives 2 "unknown option -seed; did you mean --seed?" play -seed 3

# ------------------------------------------------------------------------------------------------------------- JSON

is_json() { python3 -c 'import json, sys
for line in open(sys.argv[1]): print(json.loads(line))
' "$1"; }
selfplay_json() {
    "$program" selfplay --players 4 --games 20 --seed 3 --json >"$work/json" && is_json "$work/json" &&
        python3 -c '
import json, sys
o = json.load(open(sys.argv[1]))
assert o["games"] == 20 and o["players"] == 4 and len(o["wins"]) == 4 and len(o["bots"]) == 4
assert sum(o["wins"]) >= 20 - o["unwon"]' "$work/json"
}
ok "selfplay --json" selfplay_json
# As in the arena: who forfeits does not win, whoever plays on.
forfeits() {
    "$program" selfplay --players 2 --games 6 --seed 9 --json --bots "cmd:echo bot x; read a; read b; echo ready; sleep 1; echo nonsense,random" >"$work/json" 2>"$work/err"
    cat "$work/json" && grep -q '"wins":\[0,6\],"forfeits":\[6,0\],"shared":0,"unwon":0' "$work/json"
}
ok "selfplay: who forfeits does not win" forfeits
ok "selfplay --json: a seed of 64 bits" sh -c '"$1" selfplay --games 1 --json --seed 18446744073709551615 | grep -q "\"seed\":18446744073709551615,"' - "$program"
head -c 20000 tests/golden/cards3.jsonl >"$work/half"
verify_json() {
    "$program" verify --json tests/golden/base2.jsonl "$work/half" nowhere tests/golden/cards3.jsonl >"$work/json" 2>"$work/err"
    [ $? = 2 ] && is_json "$work/json" && python3 -c '
import json, sys
lines = [json.loads(l) for l in open(sys.argv[1])]
assert [l["holds"] for l in lines] == [True, False, False, True], lines
assert lines[0]["games"] == 2 and lines[1]["rule"] == "format" and lines[1]["line"] > 1 and "fault" in lines[2]' "$work/json"
}
ok "verify --json: a line for each file, also for what cannot be read" verify_json
doubt_json() { "$program" verify --json --fair tests/golden/fair_void3.jsonl >"$work/json" && is_json "$work/json" && grep -q '"doubt":"seat 1 withheld' "$work/json"; }
ok "verify --json --fair: doubts" doubt_json

# --------------------------------------------------------------------------------------------- several in one line

# In this game Green plays after Blue with 1 hops, 1 barley, 1 water, 2 coins and the hand
# hops1 hops2 water1 water2 lab2 palace1.
said() {
    text=$1
    shift
    printf '%b' "$text" | "$program" play --seed 5 --edition tests/golden/plain.edition --bots random "$@" >"$work/said" 2>&1
    cat "$work/said"
}
says() { # PATTERN TEXT [OPTION...]
    pattern=$1
    shift
    said "$@" && grep -q -- "$pattern" "$work/said"
}
says_not() {
    pattern=$1
    shift
    said "$@" && ! grep -q -- "$pattern" "$work/said"
}

# What each command says, alone; then behind another one in the same line, with ; and with , and before another one.
tells() { case $1 in
    hand) echo "hold 6 cards" ;; deck) echo "Your deck: 20 cards" ;; prices) echo "^.*Price tracks have" ;;
    goods) echo "the fields yield" ;; order) echo "Order of this round" ;; players) echo "^Red has 2 coins" ;;
    board) echo "^brewery C" ;; log) echo "Green draws" ;; log\ all) echo "Green draws" ;; '?') echo "^    ? ACTION" ;;
    '? crane') echo "Crane: everything" ;; '? R5') echo "R5.8" ;; '? rules') echo "? R10" ;; undo) echo "nothing to take back" ;;
    redo) echo "nothing to redo" ;; plan) echo "asked to plan your turn" ;; hint) echo "steward would play" ;; 'name Ada') echo "You are Ada" ;;
    'sell all A') echo "sells 1 hops, 1 barley and 1 water at brewery A" ;; "save $work/line.save") echo "Saved" ;;
    'why brewery A') echo "allowed now" ;; record\ x) echo "Only a finished game" ;;
    again) echo "This game is not over" ;; esac; }
in_a_line() { # COMMAND
    what=$(tells "$1")
    [ -n "$what" ] && says "$what" "$1\n" --hint steward && says "$what" "goods; $1\n" --hint steward && grep -q "the fields yield" "$work/said" &&
        says "$what" "goods, $1\n" --hint steward && grep -q "the fields yield" "$work/said" || return 1
    # Behind one that cannot be done nothing is lost: it is done, or it is told that it was not.
    says "$what" "$1; players\n" --hint steward && grep -q -e "^Red has 2 coins" -e "not carried out: players" "$work/said"
}
for command in hand deck prices goods order players board log "log all" "?" "? crane" "? R5" "? rules" undo redo hint plan "name Ada" \
    "sell all A" "save $work/line.save" "why brewery A" "record x" again; do
    ok "in one line with others: $command" in_a_line "$command"
done
known() { # every command of the help is in the list above
    said "?\n" | sed -n 's/^    \([a-z]*\) .*/\1/p' | sort -u | while read -r name; do
        case " hand deck prices goods order players board log undo redo hint plan name sell save record again keep quit brewery " in *" $name "*) ;; *)
            echo "$name is new"
            exit 1
            ;;
        esac
    done
}
ok "every command was tried" known
for command in hand deck prices goods order players board undo redo hint again; do
    ok "what follows a command is not dropped: $command foo" says "Nothing was done: $command does not take \"foo\"" "$command foo\n"
done
ok "log takes all and nothing else" says 'log does not take "yesterday"' "log yesterday\n"
ok "behind a mistake, the rest is told" says "The rest of the line was not carried out: hand; deck" "sing; hand; deck\n"
ok "the rest within a chain, too" says "The rest of the line was not carried out: 2; hand" "brewery A 9 2; hand\n"
ok "the word that is wrong is not told again" says_not "rest of the line" "brewery Z\ndone\nbuild crnae\n"
ok "behind quit" says "The rest of the line was not carried out: hand" "quit; hand\n"
ok "a comma belongs to a file's name" says "resume $work/a,b.save" "save $work/a,b.save; hand\n"
ok "a mistyped command" says "Did you mean players?" "playrs\n"

# ------------------------------------------------------------------------------------------------------------ numbers

# The list of the discard is 1 bury hops1 ... 6 bury palace1.
buried() { says "^   Hops field 1  *in 7" "done; done; $1\ndeck\n" && sed -n 's/^   \([A-Z].*[0-9]\)  *in .*/\1/p' "$work/said" | tail -n 3 | tr '\n' ' ' | grep -x "$2 "; }
ok "R7.2 1; 2; 3 is what was listed as 1, 2 and 3" buried "1; 2; 3" "Hops field 1 Hops field 2 Spring 1"
ok "R7.2 also without separators" buried "1 2 3" "Hops field 1 Hops field 2 Spring 1"
ok "R7.2 also in the order 1, 3, 2" buried "1, 3, 2" "Hops field 1 Spring 1 Hops field 2"
ok "a number that is gone is told, not another card" says "is not in the hand" "done; done\n1; 1\n"
ok "a new list has new numbers" says "Green puts Hops field 2" "done; done\n1\n1\nlog\n"

# -------------------------------------------------------------------------------------------------------- sell all, keep

ok "sell all: where?" says "Where? sell all A brings 3 coins, sell all B brings 3 coins" "sell all\n"
ok "sell all at B" says "sells 1 hops, 1 barley and 1 water at brewery B for 3 coins" "sell all at B\n"
ok "sell all, the brewery chosen before" says "sells 1 hops, 1 barley and 1 water at brewery C" "brewery C; sell all\n"
ok "sell all, some sold before" says "sells 1 barley and 1 water at brewery C" "brewery C; sell 0 hops; sell all\n"
ok "sell all at another brewery than chosen" says "You sell at brewery C" "brewery C; sell all A\n"
ok "sell all when nothing is sold" says "nothing to sell now" "done; sell all\n"
ok "the list tells what all would bring" says "^ *1  brewery A  3 coins: hops at 1" ""
keeps() {
    card=$(said "hand\n" --mode expert | sed -n 's/^   \([A-Z].*[a-zI0-9]\)   *[0-9]* coin.*/\1/p' | sed -n 4p)
    says "Round 1\|round 1" "keep $card\nlog\nhand\n" --mode expert && grep -q "^   $card  " "$work/said"
}
ok "R1.5 keep CARD puts the nine others under the deck" keeps
ok "R7.1 keep in the discard" says "Green keeps 1 card" "done; done; keep water1\n"
ok "R7.1 keep: more than may stay" says "you may keep at most 1 (R7.1)" "done; done; keep water1 lab2\n"
ok "keep: what is not there" says '"crane" is not a card in your hand' "done; done; keep crane\n"
ok "keep: two that are meant" says '"water" may be Spring 1, Spring 2' "done; done; keep water\n"
ok "keep at another time" says "You cannot put cards away now" "keep lab2\n"

# -------------------------------------------------------------------------------------------------- names, saves, stats

ok "--names: people first, then the others" says "You are Anna. The others: Ben is random, Blue is random" "" --names Anna,Ben
ok "names in the record and in sentences" says "Anna sells nothing" "done\n" --names Anna
refused() { # PATTERN OPTION...
    pattern=$1
    shift
    "$program" play "$@" </dev/null >"$work/said" 2>&1
    status=$?
    cat "$work/said"
    [ $status = 2 ] && grep -q -- "$pattern" "$work/said"
}
ok "--names: too many" refused "more names than the 3 players" --names A,B,C,D
ok "--names: twice the same" refused "Somebody else has that name" --names Red
ok "--names: none" refused "A name has 1 to 24 visible characters" --names ""
ok "--names: hidden characters" refused "visible characters" --names "$(printf 'A\033[2J')"
one_name_a_card() {
    said "players\nboard\nhand\n? water2\nsell all A; build lab2\n" && ! grep -i "water field\|field of yield" "$work/said" &&
        grep -q "6 printed Spring 1" "$work/said" && grep -q "covers the printed Spring 1" "$work/said"
}
ok "a field for water is a Spring wherever it is named" one_name_a_card
titles_only() { # in sentences, boards, hands and decks
    { said "hand\ndeck\nboard\nlog all\ndone\nbuild hops1\nboard\nspace 2\nbury lab2\nbury water2\nbury hops2\nbury palace1\nhand\ndeck\nlog all\n" "$@" &&
        "$program" show tests/golden/cards3.jsonl --plain && "$program" show tests/golden/cards3.jsonl --at 30; } >"$work/all" &&
        grep -q "Green builds Hops field 1 on space 2" "$work/all" && grep -q "Green puts Laboratory II under the deck" "$work/all" && grep -q "holds .*Spring" "$work/all" &&
        ! grep -v -e "bury [a-z0-9]*" -e "build [a-z0-9]*" "$work/all" | grep -e "[a-z]\{3,\}[1-6]" -e "crane\|office\|warehouse\|scavenger"
}
ok "one name for a card wherever people read" titles_only
ok "one name for a card wherever people read, without a picture" titles_only --plain
ok "name in the game" says "^Ada> " "name Ada\nhand\n"
name_kept() { said "name Ada\ndone\nsave $work/ada.save\n" && printf 'hand\n' | "$program" play --resume "$work/ada.save" | grep "^Ada> You have"; }
ok "a name is saved with the game" name_kept
saves() {
    rm -rf "$XDG_STATE_HOME"
    "$program" saves | grep "There are no saved games" || return 1
    ! "$program" play --resume </dev/null 2>"$work/err" && grep "there is no saved game" "$work/err" || return 1
    said "done\nquit\n" --names Anna && said "done\nquit\n" --names Ben --mode base --players 2 || return 1
    "$program" saves | tee "$work/list" && [ "$(grep -c '^ *[12]  2' "$work/list")" = 2 ] && grep -q "base, 2 players, round 1, Ben" "$work/list" &&
        ! grep "no saved games" "$work/list" || return 1
    "$program" play --resume </dev/null | grep "You are Ben" && "$program" play --resume 2 </dev/null | grep "You are Anna" &&
        "$program" play --resume --plain </dev/null | grep "You are Ben" || return 1
    ! "$program" saves --clear 3 --force 2>"$work/err" && grep "there is no saved game 3" "$work/err" &&
        "$program" saves --clear 2 --force | grep "1 saved game deleted" && "$program" saves | grep Ben && ! "$program" saves | grep Anna &&
        "$program" saves --clear --force | grep "1 saved game deleted" && "$program" saves | grep "There are no saved games"
}
ok "saves: listed, resumed, cleared" saves
# Each way of damaging a saved game is told, with the line and what can be done, and the others are listed as before.
saves_damaged() { # SED-SCRIPT PATTERN
    rm -rf "$XDG_STATE_HOME"
    said "done\nquit\n" --names Anna >/dev/null && said "done\nquit\n" --names Ben >/dev/null || return 1
    file=$(grep -l "name 0 Anna" "$XDG_STATE_HOME"/fuerstenfeld/*.save) && touch -d '1 hour ago' "$file" && sed -i "$1" "$file" && touch -d '1 hour ago' "$file"
    "$program" saves >"$work/list" 2>&1 || return 1
    cat "$work/list"
    grep -q "^  1 .*Ben$" "$work/list" && grep -q "^  2  2" "$work/list" && [ "$(grep -c "cannot be resumed: line [0-9]*: $2" "$work/list")" = 1 ] &&
        grep -q "saves --clear N" "$work/list" && ! grep -q "[?]" "$work/list" && "$program" saves --clear 2 --force && ! "$program" saves | grep -e "cannot" -e "--clear"
}
ok "saves: a damaged one is told: cut off" saves_damaged '$d' '.*cut off'
ok "saves: a damaged one is told: empty" saves_damaged 'd' '.*cut off, or is not a saved game'
ok "saves: a damaged one is told: no saved game" saves_damaged '1,$s/.*/a shopping list/' '.*where "save" must be'
ok "saves: a damaged one is told: another deal" saves_damaged 's/^seed 5/seed 6/' ''
ok "saves: a damaged one is told: a move that is none" saves_damaged 's/^move 0 done/move 0 sing/' '"sing" is no action'
resumes_whole() {
    rm -rf "$XDG_STATE_HOME"
    said "done\nquit\n" --names Anna >/dev/null && : >"$XDG_STATE_HOME/fuerstenfeld/2999-01-01-000000.save" || return 1
    "$program" play --resume </dev/null >"$work/said" 2>&1
    cat "$work/said" && grep -q "2999.* cannot be resumed; this is the newest game that can" "$work/said" && grep -q "You are Anna" "$work/said"
}
ok "--resume resumes the newest that can be" resumes_whole
for command in saves stats; do
    ok "$command: no folder" env -u HOME -u XDG_STATE_HOME sh -c '"$1" $2 2>"$3"; [ $? -eq 2 ] && grep "$2: there is no folder for saved games" "$3"' - "$program" $command "$work/err"
done
ok "saves: a number without --clear" gives 2 "also needs --clear" saves 1
sed 's/^round_limit .*/round_limit 1/' editions/default.edition >"$work/one.edition"
over_cleared() {
    rm -rf "$XDG_STATE_HOME"
    printf 'done\nquit\n' | "$program" play --seed 5 --edition "$work/one.edition" --bots random && printf 'done; keep 1\nkeep lab2\n' |
        "$program" play --resume >"$work/said" && cat "$work/said" && grep -q "its saved game was deleted" "$work/said" && "$program" saves | grep "no saved games"
}
ok "a resumed game that is over clears its save" over_cleared
ok "stats: nothing yet" gives 0 "No game has been finished" stats

# ------------------------------------------------------------------------------------------------------------- show

show_round() { "$program" show tests/golden/cards3.jsonl --round 3 | grep -q "round 3" && "$program" show tests/golden/cards3.jsonl --round 3 | grep "decides at which brewery"; }
ok "show --round" show_round
ok "show --round: beyond the end" gives 2 "has [0-9]* rounds" show tests/golden/cards3.jsonl --round 200
ok "show --round and --at" gives 2 "cannot be combined" show tests/golden/cards3.jsonl --round 2 --at 3
ok "show --plain" gives 0 "^Anna holds " show tests/golden/cards3.jsonl --round 2 --plain
stepped() { printf '\nr\n9999\n5\nq\n' | "$program" show tests/golden/cards3.jsonl --step >"$work/said" && grep "line 2 of .*round 0> " "$work/said" && grep "line 4 of .*round 1> " "$work/said" &&
    grep "q quits" "$work/said" && grep "line 5 of " "$work/said"; }
ok "show --step from a pipe" stepped
ok "the default edition, printed" sh -c '"$1" edition | cmp - editions/default.edition' - "$program"

# -------------------------------------------------------------------------------------------------------- terminals

# typed ROWS COLUMNS SCRIPT ARGUMENT...: see tests/pty.c.
typed() {
    rows=$1 columns=$2 script=$3
    shift 3
    printf '%s\n' "$script" | TERM=xterm-256color "$pty" "$rows" "$columns" "$program" "$@"
}

if [ -x "$pty" ]; then
    # clears ANSWER LINE...: `saves --clear` at a terminal asks, and prints the line after this answer.
    clears() {
        rm -rf "$XDG_STATE_HOME" && printf 'done\nquit\n' | "$program" play --seed 3 --bots random >"$work/left" &&
            typed 24 80 "expect Type yes to delete: 
send $1\\r
expect $2
end $3" saves --clear && [ "$(ls "$XDG_STATE_HOME"/fuerstenfeld | wc -l)" = "$4" ]
    }
    ok "saves --clear asks; yes deletes" clears yes "1 saved game deleted" 0 0
    ok "saves --clear asks; anything else keeps the games" clears n "Nothing was deleted" 2 1
    # At every prompt of a game the palace price and the market are on the screen: ROWS COLUMNS PLAYERS MODE. What was
    # understood is said back.
    in_sight() {
        script='sees > '
        for step in $(seq 1 20); do
            script="$script
send 1\\r
expect →
expect > 
sees Palace part: 
sees hops"
        done
        rows=$1 columns=$2 players=$3 mode=$4
        shift 4
        typed "$rows" "$columns" "$script" play --seed 3 --players "$players" --mode "$mode" --bots random "$@"
    }
    for players in 2 3 5; do
        ok "market and palace price are in sight at 24 80, $players players" in_sight 24 80 $players base
    done
    ok "market and palace price are in sight at 50 132" in_sight 50 132 3 base
    ok "the expert set-up in sight at 24 80" in_sight 24 80 5 expert
    # The longest names: the same is in sight, no line is longer than the terminal, and no name runs into the coins.
    longest=$(printf '%s,' "Maximiliane von Hohenems" "Bartholomaeus Steinhauer" "Wilhelmina auf der Heide" "Ferdinand XIII Nepomuk 1" "Konstantin der Zwoelfte9" | sed 's/,$//')
    long_names() { # PLAYERS MODE
        names=$(echo "$longest" | cut -d , -f "1-$1")
        in_sight 24 80 "$1" "$2" --names "$names" >"$work/long" || { cat "$work/long"; return 1; }
        sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' "$work/long" >"$work/plain" && grep -q -e "Maximi~s  *[0-9]* [0-6]/6" -e "Maximil.* [0-9][0-9]* coin" "$work/plain" &&
            ! grep -E "(Hohenems|Steinhauer|Heide|Nepomuk 1|Zwoelfte9|~.)[0-9]" "$work/plain"
    }
    for players in 2 3 5; do
        ok "names of 24 characters at 24 80, $players players" long_names $players base
    done
    ok "names of 24 characters at 24 80, the expert set-up" long_names 5 expert
    # What one player saw and typed is neither on the terminal nor behind it when the next one sits down.
    pass_plainly() {
        typed 24 80 'sees press Enter
send \r
sees hold 6 cards
send done\r
expect Build: 
send done\r
expect Discard: 
send bury hops1 bury hops2 bury water1 bury water2 bury lab2\r
expect [2J
expect [3J
expect Pass the device
gone hold 6 cards
gone Palace I
send \r
sees hold 6 cards
send \x04
end 0' play --seed 5 --plain --human 0,1 --players 2
    }
    ok "R10.2 --plain: nobody sees another's hand when the device is passed" pass_plainly
    pass_dumbly() {
        printf 'expect press Enter\nexpect cannot be cleared\n' | TERM=dumb "$pty" 24 80 "$program" play --seed 5 --human 0,1 --players 2 >"$work/dumb"
        grep "cannot be cleared" "$work/dumb"
    }
    ok "R10.2 a terminal that cannot be cleared: it is said" pass_dumbly
    ok "R10.2 the lines that were typed are forgotten when the device is passed" typed 24 80 'sees press Enter
send \r
sees hand of
send done\r
expect Build
send done\r
expect Discard
send bury hops1 bury hops2 bury water1 bury water2 bury lab2\r
expect Pass the device
send \r
sees hand of
send \e[A\e[A\e[Ahand\r
expect You have
send quit\r
end 0' play --seed 5 --human 0,1 --players 2
    ok "lines are broken between words at 40 columns" typed 24 40 'sees Green> 
send ? crane\r
sees the Crane itself excepted
send quit\r
end 0' play --seed 3 --bots random
    ok "Ctrl-C during a hint ends the hint only" typed 24 80 'sees Green> 
send hint\r
expect Ctrl-C ends it
send \x03
expect The hint was ended
expect > 
send hand\r
expect You have
expect > 
send quit\r
end 0' play --seed 3 --bots random --hint prince:30s
    thinks "the coach answers, and again in the same turn" typed 24 80 'sees Green> 
send hint\r
expect The coach would 
expect Chances to win: Green 
expect  % (+- 
expect Or 
expect  points less (+- 
expect > 
send quit\r
end 0' play --seed 3 --bots random
    ok "play again, and stats" typed 24 80 'sees Green> 
send done; done; keep palace1\r
sees again deals a new game
send again\r
sees round 1
expect > 
send quit\r
end 0' play --seed 5 --edition "$work/one.edition" --bots random
    stats() { "$program" stats | tee "$work/stats" && grep -q "^1 game finished; won 0 of 1" "$work/stats" && grep -q "base, 3 players, against random" "$work/stats" &&
        "$program" stats --json | python3 -m json.tool && "$program" stats --clear --force | grep "Statistics deleted" && "$program" stats | grep "No game has been finished"; }
    ok "stats: the game that was finished" stats
    ok "show --step on a terminal" typed 24 80 'sees line 1 of 
send \r
sees line 2 of 
send r\r
sees round 1> 
send r\r
sees round 2> 
send b\r
sees round 1> 
send 3\r
sees line 3 of 
send p\r
sees line 2 of 
send sideways\r
sees Enter goes to the next line
send q\r
end 0' show tests/golden/cards3.jsonl --step
    ok "the line editor: Tab completes, lists and completes further; Up brings lines back" typed 24 80 'sees Green> 
send br\t
sees Green> brewery
send \t
sees brewery A  brewery B  brewery C
sees Green> brewery
send B; sell 0 h\t
sees Green> brewery B; sell 0 hops
send \x01\x0b
send gods\e[D\e[Do\r
sees the fields yield
sees Green> 
send \e[A
sees Green> goods
send \x15quit\r
end 0' play --seed 3 --bots random
    ok "Ctrl-C drops the line, Ctrl-D in an empty line leaves" typed 24 80 'sees Green> 
send rubbish\x03
expect Press Ctrl-C again
expect > 
send goods\r
expect the fields yield
expect > 
send \x04
expect You leave the game
end 0' play --seed 3 --bots random
    ok "Ctrl-C twice leaves" typed 24 80 'sees Green> 
send \x03
expect Press Ctrl-C again
expect > 
send \x03
expect You leave the game
end 0' play --seed 3 --bots random
    ok "another size while a line is typed" typed 24 80 'sees Green> 
send good
sees Green> good
size 40 100
send s\r
sees the fields yield
send quit\r
end 0' play --seed 3 --bots random
    ok "stopped and continued" typed 24 80 'sees Green> 
send good
sees Green> good
signal 20
signal 18
send s\r
sees the fields yield
send quit\r
end 0' play --seed 3 --bots random
    given_back() { typed 24 80 'sees Green> 
signal 6
end 134' play --seed 3 --bots random && typed 24 80 'sees Green> 
signal 15
end 143' play --seed 3 --bots random; }
    ok "the terminal is given back after a bug and after SIGTERM" given_back
    ok "R10.2 nobody sees the hand of another when the device is passed" typed 24 80 'sees press Enter
gone hand of
send \r
expect hand of
expect > 
send hand\r
expect hold 6 cards
expect > 
send \x04
end 0' play --seed 5 --human 0,1 --players 2 --bots random
    ok "show in colours on a terminal" typed 24 80 'expect [38;5;28mAnna
end 0' show tests/golden/cards3.jsonl
fi

all_done
