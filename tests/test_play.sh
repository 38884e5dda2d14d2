#!/bin/sh
# Games at the terminal, played through a pipe: tests/test_play.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# ok TITLE COMMAND...: the command succeeds.
ok() {
    title=$1
    shift
    if "$@" >"$work/ok.log" 2>&1; then
        passed=$((passed + 1))
        echo "ok   $title"
    else
        failed=$((failed + 1))
        echo "FAIL $title"
        tail -n 30 "$work/ok.log" | sed 's/^/  /'
    fi
}

# said TEXT [OPTION...]: plays the lines of TEXT; what the program said is in $work/said.
said() {
    text=$1
    shift
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
    answers | "$program" play --record "$work/whole.jsonl" "$@" >"$work/said" 2>&1 || return 1
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
    whole --seed 9 && answers | "$program" play --seed 8 --record "$work/whole.jsonl" >"$work/said" &&
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
ok "R6.1 a chain goes on into the next phase" says "Green builds hops1 on space 2" "$turn\n"
alike() {
    said "$turn\n" && sentences >"$work/words" && said "1\n1\n1\n0\n1\n2\n" && sentences >"$work/numbers" &&
        said "1 1 1 0,1;2" && sentences >"$work/both" && cat "$work/words" && grep -q "on space 2" "$work/words" &&
        diff "$work/words" "$work/numbers" && diff "$work/words" "$work/both"
}
ok "words, numbers and numbers in one line are alike" alike
ok "a number that is not in the list" says '"9" is no number of the list' "9\n"
ok "a huge number" says 'is no number of the list' "99999999999999999999\n"
ok "words that mean nothing" says '"sing" is no action; here say brewery A' "sing\n"
ok "R5.1 a refused action names its rule" says "(R5.1)" "brewery A; sell 5 hops\n"
ok "what came before a refused action stands" says "how many hops at brewery A" "brewery A; sell 5 hops\n"
ok "the rest of a line is dropped with the turn" says "Your turn is over; the rest of the line was not played" \
    "done; done; bury hops1 bury hops2 bury water1 bury water2 bury lab2 bury crane\n"
ok "R7.1 five cards under the deck leave one" says "Green keeps 1 card" \
    "done; done; bury hops1 bury hops2 bury water1 bury water2 bury lab2\n"
ok "bytes that are no text" says "You leave the game" "\0001\0377\0200\0000\033[2J\n\n;;\n"
long() { head -c 300000 /dev/zero | tr '\0' x | "$program" play --seed 5 | grep -q "is no action"; }
ok "a very long line" long
plain() { whole --seed 7 && ! grep -q "$(printf '\033')" "$work/said"; }
ok "no terminal commands in a pipe" plain

# --------------------------------------------------------------------------------------------------------- commands

ok "? lists the commands" says "^    why ACTION" "?\n"
ok "why: an action of another stage" says "^Green> That belongs to another step.*(R2.1)" "why build lab2\n"
ok "why: too expensive, with the cost" says "(R6.1).* 5 coins; you have 2 coins" "done\n? build lab2\n"
ok "why: without a blank" says "(R6.1)" "done\n?build lab2\n"
ok "why: an allowed action" says "That is allowed now" "why brewery A\n"
ok "why: not an action" says "is no card; cards are" "why build barn\n"
ok "why changes nothing" says "Green sells nothing" "why brewery A\ndone\n"
ok "hand" says "^   lab2 .*5 coins" "hand\n"
ok "R10.2 deck: what was put there" says "^   hops2  *in 7 rounds" \
    "done; done; bury hops2\ndeck\n"
ok "R10.2 deck: what nobody knows" says "20 cards, on top 20 cards that you have not seen yet" "deck\n"
ok "board" says "^brewery A" "board\n"
ok "log" says "^Green>   Green draws palace1, water1 and lab2" "log\n"
ok "log all" says "^Green>   Green draws palace1, water1 and lab2" "log all\n"
ok "quit" says "^Green> You leave the game in round 1" "quit\n"
ok "the end of the input" says "^You leave the game in round 1" ""
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
    answers | sed '1,300s/^4$/undo/' | "$program" play --seed 6 --record "$work/undo.jsonl" >"$work/said" 2>&1
    grep -c "Taken back" "$work/said" && "$program" verify "$work/undo.jsonl"
}
ok "what was taken back is not recorded" undo_record
# Expert, seed 5: the set-up puts nine cards away.
ok "R1.5 undo in the expert set-up" says "Taken back" "1\nundo\n" --mode expert

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

# ---------------------------------------------------------------------------------------------------------- options

ok "a seat that is not there" refuses "play: --human is 3; it is seats from 0 to 2" --human 3
ok "seats that are none" refuses "--human is 0;1" --human "0;1"
ok "no seats" refuses "--human is ;" --human ""
ok "six players" refuses "players" --players 6
ok "a mode that is none" refuses "mode" --mode easy
ok "a seed that is none" refuses "seed" --seed -1
ok "an edition that is not there" refuses "nowhere" --edition nowhere
ok "a record that cannot be written" refuses "nowhere/r: cannot be written" --record nowhere/r
ok "help" says "usage: fuerstenfeld play" "" --help

echo "$passed passed, $failed failed"
[ $failed = 0 ]
