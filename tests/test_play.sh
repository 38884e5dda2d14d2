#!/bin/sh
# Games at the terminal, played through a pipe: tests/test_play.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
. tests/ok.sh
export XDG_STATE_HOME="$work/state" # games that are left are saved there
unset NO_COLOR

# said TEXT [OPTION...]: plays the lines of TEXT, by the plain edition; what the program said is in $work/said.
said() {
    text=$1
    shift
    case " $* " in *" --edition "* | *" --resume "*) ;; *) set -- --edition tests/golden/plain.edition "$@" ;; esac
    case " $* " in *" --bots "* | *" --level "* | *" --resume "*) ;; *) set -- --bots random "$@" ;; esac
    printf '%b' "$text" | "$program" play --seed 5 "$@" >"$work/said" 2>&1
}

# says PATTERN TEXT [OPTION...]: the program ends well and what it said has this line.
says() {
    pattern=$1
    shift
    said "$@"
    status=$?
    cat "$work/said"
    echo "exit status $status; pattern: $pattern"
    [ $status = 0 ] && grep -q -- "$pattern" "$work/said"
}

# refuses PATTERN OPTION...: exit status 2 before anything is played.
refuses() {
    pattern=$1
    shift
    "$program" play "$@" </dev/null >"$work/said" 2>"$work/err"
    status=$?
    cat "$work/said" "$work/err"
    [ $status = 2 ] && [ ! -s "$work/said" ] && grep -q -- "$pattern" "$work/err"
}

# Answers that bring any game to its end sooner or later: what does not fit is refused and does no harm.
answers() { yes "$(printf '1\n2\n0\ndone\n4\n3\nmarket none\noffice none\nspace 5\n6')" | head -n 60000; }

# whole OPTION...: a game to its end, and its record holds.
whole() {
    rm -f "$work/whole.jsonl"
    answers | "$program" play --bots random --record "$work/whole.jsonl" "$@" >"$work/said" 2>&1 || return 1
    tail -n 12 "$work/said"
    grep -q "^The game is over after round" "$work/said" && "$program" verify "$work/whole.jsonl" &&
        [ "$(grep -c '"event":"end"' "$work/whole.jsonl")" = 1 ]
}

# Nobody is told another seat's cards (R10.2). Who is at the terminal: the only person, or who got the device.
secret() {
    awk -v viewer="$1" '
        /^Pass the device to / { viewer = $5; sub(/\.$/, "", viewer) }
        { sub(/^[A-Z][a-z]*> /, "") } # the prompt, whose answer was not echoed
        $2 ~ /^(draws|puts|removes)$/ && $1 != viewer && $1 ~ /^(Green|Red|Blue|Purple|Orange)$/ {
            seen++
            if ($0 !~ / (draws [0-9]+ cards?|(puts|removes) a card) ?/) { print NR ": " $0; bad = 1 }
        }
        /^(hand|deck) of / && $3 != viewer && $3 != viewer ":" { print NR ": " $0; bad = 1 }
        END { if (!seen) print "nobody else moved"; exit bad || !seen }' "$work/said"
}

secret_whole() { # VIEWER OPTION...
    viewer=$1
    shift
    whole "$@" && secret "$viewer"
}

# ------------------------------------------------------------------------------------------------------ whole games

for mode in base expert; do
    for players in 2 3 4 5; do
        ok "R10.2 $mode game, $players players: to the end, recorded, nothing secret is told" \
            secret_whole Green --mode $mode --players $players --seed 7
    done
done
ok "R10.2 two people and a bot" secret_whole nobody --human 0,2 --mode expert --seed 3
ok "only people" whole --human 0,1 --players 2 --seed 4
ok "a seat named twice" refuses "names seat 0 twice" --human 0,0
ok "only bots" whole --human none --seed 4
limit() {
    sed 's/^round_limit .*/round_limit 2/' editions/default.edition >"$work/short.edition"
    whole --edition "$work/short.edition" --seed 1 && grep -q "after round 2. Nobody wins" "$work/said"
}
ok "R9.3 an edition with a round limit of 2" limit
same() {
    whole --seed 9 && cp "$work/whole.jsonl" "$work/first.jsonl" && whole --seed 9 &&
        cmp "$work/first.jsonl" "$work/whole.jsonl"
}
ok "the same seed and answers give the same record" same
appends() {
    whole --seed 9 && answers | "$program" play --seed 8 --bots random --record "$work/whole.jsonl" >"$work/said" &&
        "$program" verify "$work/whole.jsonl" | grep "2 games hold"
}
ok "a second game is added to the record" appends

# ---------------------------------------------------------------------------------------------------------- answers

# In this game Green plays after Blue with 1 hops, 1 barley, 1 water, 2 coins and the hand
# hops1 hops2 water1 water2 lab2 palace1.
turn='brewery A; sell 1 hops; sell 1 barley; sell 0 water; build hops1; space 2'
# The sentences that follow, without questions, lists and boards.
sentences() { sed 's/^Green> //' "$work/said" | grep '^  [A-Z]'; }
ok "a chain" says "^Green>   Green sells 1 hops and 1 barley at brewery A for 2 coins" "$turn\n"
ok "R6.1 a chain goes on into the next phase" says "Green builds Hops field 1 on space 2" "$turn\n"
alike() {
    said "$turn\n" && sentences >"$work/words" && said "1\n1\n1\n0\n1\n2\n" && sentences >"$work/numbers" &&
        said "1 1 1 0,1;2" && sentences >"$work/both" && cat "$work/words" && grep -q "on space 2" "$work/words" &&
        diff "$work/words" "$work/numbers" && diff "$work/words" "$work/both"
}
ok "words, numbers and numbers in one line are alike" alike
ok "a number that is not in the list" says '"9" is not a number in the list' "9\n"
ok "a huge number" says 'is not a number in the list' "99999999999999999999\n"
ok "words that mean nothing" says '"sing" is no action' "sing\n"
# After this round the others play first.
first='plan\nbrewery A; sell 1 hops; sell 1 barley; sell 1 water\ndone\n1\n1\n1\n1\n1\n'
ok "R2.3 a turn is planned before the others play, and played" says "Line 2 of your plan is played[.]" \
    "${first}if coins >= 90: done\nbrewery A; sell 1 hops; sell 0 barley; sell 0 water; build barley1; space 1; done; bury bank1; bury barley2\n\n" --players 2
ok "R2.3 a plan says what it would bring" says "Line 1: income [0-9]*, [0-9]* coins at the end[.]" \
    "${first}brewery A; sell 1 hops; sell 0 barley; sell 0 water; build barley1; space 1; done; bury bank1; bury barley2\n\n" --players 2
ok "R2.3 a plan says why a condition fails" says "Line 1: condition 2 does not hold, the number is 8; income" \
    "${first}if room A hops >= 0 and palace >= 9: brewery A; sell 1 hops; sell 0 barley; sell 0 water; build barley1; space 1; done; bury bank1; bury barley2\n\n" --players 2
ok "R2.3 a plan that does not hold" says "No line of your plan can be played[.]" "${first}build bank1\n\n" --players 2
ok "a plan that cannot be read" says "Column 1: \"dance\" is no action.* This line was not added[.]" "${first}dance\n\n" --players 2
ok "plans, for one person" says "Plans are for games with one person" "\nplan\n" --human 0,1
ok "R5.1 a refused action names its rule" says "(R5.1)" "brewery A; sell 5 hops\n"
ok "what came before a refused action stands" says "how many hops at brewery A" "brewery A; sell 5 hops\n"
ok "the rest of a line is dropped with the turn" says "Your turn is over; the rest of the line was not played" \
    "done; done; bury hops1 bury hops2 bury water1 bury water2 bury lab2 bury crane\n"
ok "R7.1 five cards under the deck leave one" says "Green keeps 1 card" \
    "done; done; bury hops1 bury hops2 bury water1 bury water2 bury lab2\n"
ok "bytes that are no text" says "You leave the game" "\0001\0377\0200\0000\033[2J\n\n;;\n"
long() { head -c 300000 /dev/zero | tr '\0' x | "$program" play --seed 5 --bots random | grep -q "is no action"; }
ok "a very long line" long
plain() { whole --seed 7 && ! grep -q "$(printf '\033')" "$work/said"; }
ok "no terminal commands in a pipe" plain

# --------------------------------------------------------------------------------------------------------- commands

ok "? lists the commands" says "^    ? ACTION" "?\n"
ok "why: an action of another stage" says "^Green> That belongs to another step.*(R2.1)" "why build lab2\n"
ok "why: too expensive, with the cost" says "(R6.1).* 5 coins; you have 2 coins" "done\n? build lab2\n"
for typed in "build lab" "lab" "b lab2" "why build lab2"; do
    ok "R6.1 a card in the hand that cannot be paid: $typed" says "(R6.1).* 5 coins; you have 2 coins" "done\n$typed\n"
done
ok "why: without a blank" says "(R6.1)" "done\n?build lab2\n"
ok "why: an allowed action" says "That is allowed now" "why brewery A\n"
ok "why: not an action" says "is no card; cards are" "why build xylophone\n"
ok "why: a mistyped card" says "\"crnae\" is no card; did you mean crane?" "why build crnae\n"
ok "a mistyped card" says "\"Labratory\" is no card; did you mean Laboratory I?" "done\nbuild Labratory\n"
ok "why changes nothing" says "Green sells nothing" "why brewery A\ndone\n"
ok "hand" says "^   Laboratory II .*5 coins" "hand\n"
ok "R10.2 deck: what was put there" says "^   Hops field 2  *in 7 rounds" \
    "done; done; bury hops2\ndeck\n"
ok "R10.2 deck: what nobody knows" says "20 cards, on top 20 cards that you have not seen yet" "deck\n"
ok "board" says "^brewery A" "board\n"
ok "log" says "^Green>   Green draws Palace I, Spring 1 and Laboratory II" "log\n"
ok "log all" says "^Green>   Green draws Palace I, Spring 1 and Laboratory II" "log all\n"
ok "quit" says "^Green> You leave the game in round 1" "quit\n"
ok "the end of the input" says "^You leave the game in round 1" ""
bots() {
    answers | "$program" play --level 1 --seed 5 --names Anna,level3 --record "$work/bots.jsonl" >"$work/said" 2>&1 && "$program" verify "$work/bots.jsonl" &&
        grep -q '"players":\["Anna","level3","Blue"\].*"bots":\[null,"level1","level1"\]' "$work/bots.jsonl"
}
ok "a record tells who is a bot, whatever the names" bots
ok "only a finished game is recorded" says "Only a finished game is recorded" "quit\n" --record "$work/none.jsonl"

undone() {
    says "Taken back" "$turn\nundo\nundo\nundo\nundo\nundo\nundo\nundo\ndone\n" &&
        [ "$(grep -c 'Taken back' "$work/said")" = 6 ] && grep -q "There is nothing to take back" "$work/said" &&
        grep -q "Green sells nothing" "$work/said"
}
ok "undo, back to the beginning of the turn and no further" undone
ok "undo ends with the turn" says "There is nothing to take back" \
    "done; done; bury hops1 bury hops2 bury water1 bury water2 bury lab2\nundo\n"
undo_record() {
    answers | sed '1,300s/^4$/undo/' | "$program" play --bots random --seed 6 --record "$work/undo.jsonl" >"$work/said" 2>&1
    grep -c "Taken back" "$work/said" && "$program" verify "$work/undo.jsonl"
}
ok "what was taken back is not recorded" undo_record
# Expert, seed 5: the set-up puts nine cards away.
ok "R1.5 undo in the expert set-up" says "Taken back" "1\nundo\n" --mode expert

# -------------------------------------------------------------------------------------------------- what was meant

ok "beginnings of words" says "Green builds Hops field 1 on space 2" "br a; s 1; s 1; s 0; b h; sp 2\n"
ok "beginnings without separators" says "Green builds Hops field 1 on space 2" "br a s 1 s 1 s 0 b hops1 sp 2\n"
ok "a verb may be left out" says "Green builds Spring 1 on space 2" "$(echo "$turn" | sed 's/build hops1/water1/')\n"
ok "letters of a word" says "^   Spring 1  *in 7 rounds" "done; done; bury w1\ndeck\n"
ok "what was understood is said back" says "brewery B$" "b b\n"
ok "more than one meaning" says '"b" may be brewery A; brewery B; brewery C' "b\n"
ok "numbers are not shortened" says 'sell 12 hops: There are not so many' "brewery A; sell 12\n"
ok "a command's beginning" says "You have 2 coins and hold 6 cards" "han\n"
ok "an action or a command" says '"d" may be done or deck' "d\n"
ok "two commands" says '"h" may be hint or hand' "h\n"
ok "a file is not written by accident" says "sell 1 hops" "brewery A\ns 1\n"

# ------------------------------------------------------------------------------------------------------------- facts

ok "? CARD: effect, cost, rule" says "Crane: everything you build costs 2 less.*(R6.4). It costs 5 coins" "? crane\n"
ok "? FIELD" says "every round it yields 2 hops (R4.1). It costs 6 coins" "? hops2\n"
ok "? PALACE" says "It costs the palace price, now 8 coins" "? palace1\n"
ok "? of a card of the other game" says "It is in the expert game only" "? guide\n"
ok "? RULE: the text of docs/rules.md" says "R6.6 Expert game: a Palace part goes on the space with its own number only" "? R6.6\n"
ok "? RULE in lower case, to its end" says "building.)$" "? r6.4\n"
ok "? RULE that is none" says "There is no rule" "? R6.9\n"
ok "? COMMAND" says "undo: take back your last action" "? undo\n"
ok "? VERB" says "sell 3 hops: how many tokens" "? sell\n"
rules_told() {
    rules=$(grep -o '^- \*\*R[0-9.]*[a-z]*\*\*' docs/rules.md | tr -d ' *-')
    [ "$(echo "$rules" | wc -l)" -ge 40 ] || return 1
    said "$(echo "$rules" | sed 's/.*/? &\\n/' | tr -d '\n')" || return 1
    for rule in $rules; do grep -q "^Green> $rule " "$work/said" || { echo "$rule is not told"; return 1; }; done
}
ok "? tells every rule" rules_told
ok "R0.5 prices" says "Brewery B: hops at 1 on space [2-9], 1 of 1 wanted, then at [1-3] on space [3-9]; barley at 1 on" "prices\n"
ok "R0.5 prices: the track" says "^.*Price tracks have [0-9]* spaces with the prices 0 [0-3 ]* 3\. " "prices\n"
ok "goods" says "You, Green, have 1 hops, 1 barley and 1 water; the fields yield" "goods\n"
ok "order" says "Order of this round: Blue (has sold), then Green, then Red" "order\n"
ok "players" says "^Red has 2 coins, 0 Palace parts, 6 cards in hand and 20 in the deck. Spaces: 1 empty" "players\n"
plain_mode() {
    says "^Round 1, your turn, Green" "$turn\nboard\n" --plain && ! grep -q '[┌│|]' "$work/said" &&
        grep -q "^1, brewery A: 3 coins: hops at 1" "$work/said"
}
ok "--plain: sentences and no drawing" plain_mode
ok "R10.2 --plain: a whole game, nothing secret is told" secret_whole Green --plain --seed 7

# -------------------------------------------------------------------------------------------------------------- hint

ok "hint: an action" says "steward would play: " "hint\n" --hint steward
ok "hint: chances after each answer and of all seats" says "Chances to win: Green [0-9]* %, Red [0-9]* %, Blue" "hint\n" \
    --hint prince:50
ok "hint: of another bot" says "  brewery [ABC]  *[0-9.]* %" "hint\n" --hint apprentice
ok "hint changes nothing" says "Green sells nothing" "hint\ndone\n" --hint steward

# -------------------------------------------------------------------------------------------------------- save, resume

# A game in two halves is the game in one: same people, same bots, same chance.
halves() { # LINES OPTION...
    lines=$1
    shift
    rm -f "$work/half.save" "$work/one.jsonl" "$work/two.jsonl"
    answers | "$program" play "$@" --record "$work/one.jsonl" >/dev/null || return 1
    { answers | head -n "$lines"; echo "save $work/half.save"; } | "$program" play "$@" >"$work/said" || return 1
    grep -q "^.*Saved. To resume it" "$work/said" || return 1
    answers | tail -n +$((lines + 1)) | "$program" play --resume "$work/half.save" --record "$work/two.jsonl" >/dev/null
    cmp "$work/one.jsonl" "$work/two.jsonl" && "$program" verify "$work/two.jsonl"
}
for bot in random steward farmer apprentice prince:20; do
    ok "a resumed game goes on as if it had not been interrupted: $bot" halves 77 --seed 11 --bots $bot
done
ok "a resumed game: expert, several bots" halves 50 --seed 12 --mode expert --players 4 --bots random,steward
# undo_resumed FIRST OPTION...: plays a turn up to each of its actions, saves, resumes and takes everything back. The file
# saved then is the one that an uninterrupted game saves. FIRST is typed first, in both halves.
undo_resumed() {
    first=$1
    shift
    for n in 1 2 3 4 5 6; do
        actions=$(printf '%s\n' 'brewery A' 'sell 1 hops' 'sell 1 barley' 'sell 0 water' 'build hops1' 'space 2' | head -n $n)
        undos=$(yes undo | head -n $n)
        rm -f "$work"/undo?.save
        printf "$first%s\n%s\nsave $work/undo1.save\n" "$actions" "$undos" | "$program" play "$@" >/dev/null
        printf "$first%s\nsave $work/undo2.save\n" "$actions" | "$program" play "$@" >/dev/null
        printf "$first%s\nsave $work/undo3.save\nundo\n" "$undos" | "$program" play --resume "$work/undo2.save" >"$work/said"
        [ "$(grep -c "Taken back" "$work/said")" = $n ] && grep -q "nothing to take back" "$work/said" &&
            cmp "$work/undo1.save" "$work/undo3.save" || return 1
    done
}
ok "undo within the turn, after resuming" undo_resumed "" --seed 5 --bots random
ok "undo within the turn, after resuming, several people" undo_resumed "\\n" --seed 5 --players 2 --human 0,1
ok "a program that cannot be started" refuses "play: cmd:exit 3" --bots "cmd:exit 3"
autosaved() {
    rm -rf "$XDG_STATE_HOME"
    says "To resume it:" "$turn\nquit\n" || return 1
    file=$(ls "$XDG_STATE_HOME"/fuerstenfeld/*.save) && grep -q -- "--resume $file" "$work/said" &&
        "$program" play --resume "$file" </dev/null >"$work/said" && grep -q "Nothing has been played" "$work/said" &&
        echo "space 2; done" | "$program" play --resume "$file" >"$work/said"
    cat "$work/said"
    [ "$(ls "$XDG_STATE_HOME"/fuerstenfeld | wc -l)" = 1 ]
}
ok "a game that is left is saved, and stays in its file" autosaved
ok "nothing is saved before anything was played" says "You leave the game" "quit\n"
nowhere() {
    printf 'done\n' | env -u HOME XDG_STATE_HOME="$work/said/x" "$program" play --seed 5 >"$work/out" 2>&1
    [ $? = 1 ] && grep "the game is not saved" "$work/out"
}
ok "a game that cannot be saved" nowhere
ended() { # SIGNAL NUMBER [again and again]
    # The output of an earlier game must not count: the shell empties the file only after the pipe was opened.
    rm -rf "$XDG_STATE_HOME" "$work/fifo$2" "$work/said$2"
    mkfifo "$work/fifo$2"
    "$program" play --seed 5 --bots random <"$work/fifo$2" >"$work/said$2" 2>&1 &
    pid=$!
    exec 9>"$work/fifo$2"
    echo done >&9
    meanwhile $pid grep -qs "build nothing" "$work/said$2" # it has taken that, and asks what is next
    kill -s "$1" $pid
    while [ -n "${3-}" ] && [ -e /proc/$pid/exe ]; do kill -s "$1" $pid 2>/dev/null; done
    wait $pid
    status=$?
    exec 9>&-
    cat "$work/said$2"
    [ $status = $((128 + $2)) ] && grep -q "To resume it" "$work/said$2" && ls "$XDG_STATE_HOME"/fuerstenfeld/*.save
}
ok "SIGTERM saves the game" ended TERM 15
ok "SIGHUP saves the game" ended HUP 1
# A shell sends one and the kernel another when a window is closed.
ok "SIGHUP that comes again while it is saved" ended HUP 1 again

said "$turn\nsave $work/good.save\n"
# damaged PATTERN SED-SCRIPT: the file with that change is refused with its line.
damaged() {
    sed "$2" "$work/good.save" >"$work/bad.save"
    refuses "bad.save:[0-9]*: .*$1" --resume "$work/bad.save"
}
ok "damaged: another version" damaged "\"2\" is a later version than the 1" 's/^save 1/save 2/'
ok "damaged: no version" damaged "\"0\" is no number from 1 to" 's/^save 1/save 0/'
ok "damaged: no saved game" damaged "stands where \"save\" must be" '/^save/d'
ok "damaged: a mode" damaged "modes are base and expert" 's/^mode base/mode easy/'
ok "damaged: players" damaged "\"9\" is no number from 2 to 5" 's/^players 3/players 9/'
ok "damaged: a seed" damaged "\"x\" is no number from 0 to" 's/^seed 5/seed x/'
ok "damaged: a seat" damaged "not the next seat" 's/^bot 1/bot 2/'
ok "damaged: an edition" damaged "crane" '/^edition cost crane/d'
ok "damaged: an edition's value" damaged "is no number from 0 to 99" 's/^edition cost crane 5/edition cost crane 500/'
ok "damaged: an action that is none" damaged "is no action" 's/^move 0 sell 1 hops/move 0 sing/'
ok "damaged: an illegal action" damaged "(R5.1)" 's/^move 0 sell 1 hops/move 0 sell 7 hops/'
ok "damaged: a seat that is not there" damaged "no seat of this game" 's/^move 0 sell 1 hops/move 4 sell 1 hops/'
ok "damaged: cut off" damaged "cut off" '/^end/,$d'
ok "damaged: a move left out" damaged "" '/^move 0 brewery/d'
ok "damaged: another deal" damaged "" 's/^seed 5/seed 6/'
ok "damaged: the last move left out" damaged "is not the hash" '/^move 0 space 2/d'
ok "damaged: empty" damaged "cut off, or is not a saved game" 'd'
ok "a file starts no program" damaged "may not start" 's/^bot 1 random/bot 1 cmd:touch oops/'
ok "damaged: a bot that there is not" damaged "there is no bot" 's/^bot 1 random/bot 1 level299999999999/'
# Whatever is changed, and does not matter to the position: one line after the other, comments too.
every_line_counts() {
    lines=$(wc -l <"$work/good.save")
    [ "$lines" -gt 30 ] || return 1
    for line in $(seq $((lines - 1))); do
        for change in "${line}s/\$/ #/" "${line}d" "${line}s/e/i/"; do
            sed "$change" "$work/good.save" >"$work/bad.save"
            cmp -s "$work/good.save" "$work/bad.save" || refuses "bad.save:[0-9]*: " --resume "$work/bad.save" || return 1
        done
    done
}
ok "damaged: every line counts" every_line_counts
ok "damaged: another bot" damaged "is not the digest" 's/^bot 1 random/bot 1 steward/'
ok "damaged: another name" damaged "is not the digest" 's/^name 1 .*/name 1 Zoe/'
ok "damaged: another price" damaged "is not the digest" 's/^edition cost crane 5/edition cost crane 6/'
ok "damaged: no digest" damaged "where \"digest\" must be" '/^digest/d'
# sealed SED-SCRIPT: the file with that change and the digest that b2sum gives it.
sealed() { sed "/^digest/d; $1" "$work/good.save" && echo "digest $(sed "/^digest/d; $1" "$work/good.save" | b2sum -l 256 | cut -d' ' -f1)"; }
sealed_anew() { sealed "" | cmp - "$work/good.save"; }
ok "the digest is what b2sum says" sealed_anew
other_bots() {
    sealed 's/^bot 1 random/bot 1 cmd:touch oops/' >"$work/cmd.save"
    "$program" play --resume "$work/cmd.save" --bots steward </dev/null | grep "Red is steward, Blue is steward"
}
ok "other bots for a saved game" other_bots

ok "a file that is not there" refuses "nowhere.save" --resume nowhere.save
ok "--resume and options that the file says" refuses "leave out those options" --resume "$work/good.save" --seed 3

# ---------------------------------------------------------------------------------------------------- after the end

record_after() {
    sed 's/^round_limit .*/round_limit 1/' editions/default.edition >"$work/one.edition"
    rm -f "$work/after.jsonl"
    printf 'done\ndone\nbury hops1 bury hops2 bury water1 bury water2 bury lab2\nlog all\nrecord %s\n' "$work/after.jsonl" |
        "$program" play --seed 5 --bots random --edition "$work/one.edition" >"$work/said"
    cat "$work/said"
    grep -q "The game was added to" "$work/said" && "$program" verify "$work/after.jsonl"
}
ok "record FILE after the end" record_after
ok "record FILE before the end" says "Only a finished game is recorded" "record $work/early.jsonl\n"
ok "redo" says "There is nothing to redo" "$turn\nundo\nundo\nredo\nredo\nredo\n"
redone() { says "Green builds Hops field 1 on space 2" "brewery A\nundo\nredo\nsell 1 hops; sell 1 barley; sell 0 water; hops1; 2\n"; }
ok "redo, then on" redone
ok "redo ends with another action" says "There is nothing to redo" "brewery A\nundo\nbrewery B\nredo\n"

# ---------------------------------------------------------------------------------------------------------- hot seat

ok "the device is passed" says "^Pass the device to Green" \
    "\ndone\ndone\nbury lab1 bury barley2 bury barley3 bury palace1 bury palace3\n" --human 0,1,2
device() {
    said "\n" --human 0,1 --players 2
    cat "$work/said"
    first=$(sed -n 's/^Pass the device to \([A-Za-z]*\)\..*/\1/p' "$work/said" | head -n 1)
    [ "$(sed -n "1,/^Pass/p" "$work/said" | grep -c ' draws ')" = 0 ] && grep -q "^hand of $first" "$work/said"
}
ok "R10.2 nothing is shown before the device was passed" device

# -------------------------------------------------------------------------------------------------------- terminals

# typed SCRIPT [OPTION...]: at a terminal of 24 lines and 80 columns; see tests/pty.c. A key is sent only when the prompt
# is there: before that it would go to a terminal in its usual mode.
pty=$(dirname "$program")/tests/pty
typed() {
    script=$1
    shift
    printf '%s\n' "$script" | LC_ALL=C.UTF-8 TERM="${term-xterm-256color}" "$pty" 24 80 "$program" play --seed 5 --edition tests/golden/plain.edition \
        --bots random "$@"
}
if [ -x "$pty" ]; then
    ok "Tab completes what is legal" typed 'expect > 
send bre\t
sees Green> brewery
send b\r
expect how many hops at brewery B
expect > 
send sell 1\t\r
expect how many barley
expect > 
send \x04
expect You leave the game
end 0'
    ok "Tab knows what is legal further on in the line" typed 'expect > 
send brewery A; sell 1 hops; sell 1 barley; sell 0 water; build w\t\r
expect ater1
expect on which space
expect > 
send \x04
end 0'
    ok "Tab after ?" typed 'expect > 
send ? cra\t\r
expect Crane: everything you build
expect > 
send \x04
end 0'
    ok "arrows, Home, End, Backspace and Delete" typed 'expect > 
send xprices\e[H\e[3~\r
expect Brewery C
expect > 
send hanx\x7fd\e[D\e[D\e[C\x05\r
expect hold 6 cards
expect > 
send \e[A\e[A\r
expect Brewery C
expect > 
send \x04
end 0'
    ok "letters of several bytes are erased whole" typed 'expect > 
send fooü€😀\x7f\x7f\x7f\x7f\x7f\x7fdeck\r
expect Your deck: 20 cards
expect > 
send \x04
end 0'
    ok "a line longer than the terminal" typed "expect > 
send $(printf '%0300d' 0 | tr 0 x)\\x15deck\\r
expect Your deck: 20 cards
expect > 
send \\x04
end 0"
    ok "Ctrl-C drops the line, twice it leaves" typed 'expect > 
send done\x03
expect Press Ctrl-C again
expect > 
send brewery A\r
expect how many hops
expect > 
send \x03
expect Press Ctrl-C again
expect > 
send \x03
expect The game is saved
end 0'
    ok "the terminal is given back after SIGTERM" typed 'expect > 
send done\r
expect Which one
signal 15
expect The game is saved
end 143'
    ok "the terminal is given back after SIGINT from elsewhere" typed 'expect > 
signal 2
end 130'
    ok "the terminal is given back after a bug" typed 'expect > 
signal 6
end 134'
    ok "colours" typed 'expect [38;5;28mGreen
expect > 
send \x04
end 0'
    no_colour() { NO_COLOR=1 typed 'expect > 
never [3
never [1m
send \x04
end 0'; }
    ok "NO_COLOR: none" no_colour
    dumb() { term=dumb typed 'expect Round 1, your turn, Green
expect > 
never [
never ┌
send done\r
expect Which one
expect > 
send \x04
end 0'; }
    ok "a dumb terminal: sentences, no commands to it" dumb
    ok "a small terminal: a board that fits" typed 'expect Palace 0/6
expect > 
send \x04
end 0'
    ok "after the end on a terminal" typed 'expect > 
send done; done; bury hops1 bury hops2 bury water1 bury water2 bury lab2\r
expect record FILE saves a record
expect > 
send sing\r
expect You can type again, record FILE
expect > 
send \r
end 0' --edition "$work/one.edition"
fi

# ---------------------------------------------------------------------------------------------------------- options

ok "a seat that is not there" refuses "play: --human is \"3\", must be seats from 0 to 2" --human 3
ok "seats that are none" refuses "--human is \"0;1\"" --human "0;1"
ok "no seats" refuses "--human is \"\"," --human ""
ok "six players" refuses "players" --players 6
ok "a bot that is none" refuses "there is no bot \"king\"" --bots king
ok "more bots than seats" refuses "at most 2 bots" --bots random,random,random
ok "a level that is none" refuses "level" --level 8
ok "--level and --bots" refuses "cannot be combined" --level 1 --bots random
ok "a hint from nobody" refuses "there is no bot" --hint nobody
ok "--level" says "Red is level1, Blue is level1" "" --level 1
ok "--bots: the last one takes the rest" says "Red is random, Blue is steward, Purple is steward" "" --players 4 \
    --bots random,steward
ok "a mode that is none" refuses "mode" --mode easy
ok "a seed that is none" refuses "seed" --seed -1
[ $slow != 1 ] || yes 1 | head -n 3000 | "$program" play --deal 2026-11-16 >"$work/deal" 2>&1
deal_of_day() { grep -E -- "$1" "$work/deal"; }
thinks "--deal: the same deal for everybody" deal_of_day "base game, 3 players, seed 7374759680901312[.] You are Blue[.]"
thinks "--deal: bots of each level in the same seat" deal_of_day "^  level 7  place [1-3] of 3, [0-6] of 6 Palace parts"
thinks "--deal: a line to share" deal_of_day "rstenfeld 2026-11-16: [123][a-z]+ of 3, palace [0-6]/6"
deal_resumed() {
    rm -f "$work/daily.save"
    { yes 1 | head -n 40; echo "save $work/daily.save"; } | "$program" play --deal 2026-11-16 >"$work/deal" 2>&1
    grep -q "^deal 2026-11-16$" "$work/daily.save" &&
        yes 1 | head -n 3000 | "$program" play --resume "$work/daily.save" 2>&1 | grep -E "The deal of 2026-11-16, and the results of bots in your seat"
}
thinks "--deal: resumed, the end is the same" deal_resumed
deal_of_another_day() { sed 's/^deal .*/deal 2026-11-17/' "$work/daily.save" >"$work/other.save" && refuses "is not the day of this deal" --resume "$work/other.save"; }
thinks "--deal: a save that says another day" deal_of_another_day
ok "--deal: a day that is none" refuses "play: --deal is \"2026-02-30\", must be a date" --deal 2026-02-30
ok "--deal and --seed" refuses "leave out those options" --deal today --seed 1
ok "an edition that is not there" refuses "nowhere" --edition nowhere
ok "a record that cannot be written" refuses "nowhere/r: cannot be written" --record nowhere/r
ok "help" says "usage: fuerstenfeld play" "" --help

all_done
