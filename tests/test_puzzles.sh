#!/bin/sh
# Puzzles at the terminal: tests/test_puzzles.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
lab=$(dirname "$program")/fuerstenfeld-lab
. tests/ok.sh

# finds: the same games give the same puzzles, which can be put.
finds() {
    "$program" selfplay --bots steward --games 60 --seed 9 --threads 1 --record "$work/games.jsonl" &&
        "$lab" puzzles "$work/games.jsonl" --out "$work/one" --most 3 && "$lab" puzzles "$work/games.jsonl" --out "$work/two" --most 3 &&
        [ -s "$work/one" ] && cmp "$work/one" "$work/two" &&
        ! "$program" puzzle --set "$work/one" </dev/null >"$work/said" && grep -q "Find a turn that wins" "$work/said"
}
# says STATUS PATTERN INPUT ARGUMENT...
says() {
    want=$1 pattern=$2 input=$3
    shift 3
    printf "$input" | "${run:-$program}" "$@" >"$work/said" 2>&1
    status=$?
    cat "$work/said"
    [ $status = "$want" ] && grep -q -- "$pattern" "$work/said"
}

ok "puzzles are found, the same ones again" finds
ok "a puzzle that is not solved" says 1 "The puzzle is not solved" "" puzzle 3
# solution N: writes the turn that is shown as a solution, after its idea.
solution() { echo solution | "$program" puzzle "$1" | sed -n '/^> .*\.$/,$ { /;/p }' >"$work/solution"; }
# solves N: what is shown as a solution is one.
solves() {
    solution "$1"
    [ -s "$work/solution" ] && "$program" puzzle "$1" <"$work/solution" >"$work/said" && cat "$work/said" && grep -q "$2" "$work/said"
}
# first THEME: the number of the first puzzle of that theme.
first() { grep -n "^$1 " weights/puzzles.txt | head -n 1 | cut -d : -f 1; }
ok "a turn that does not win" says 1 "Not solved: your palace has [0-5] of 6 parts" "done; done\n" puzzle "$(first win)"
for theme in win purse block place; do
    ok "$theme: what is shown as a solution is one" solves "$(first $theme)" "Right: you end with a whole palace and"
done
for theme in plan order; do
    ok "$theme: what is shown as a solution is one" solves "$(first $theme)" "Right: in the next round nobody plays before you"
done
# damaged KIND: what became of the set's first line in some way is no puzzle, and where it stands is told.
damaged() {
    line=$(head -n 1 weights/puzzles.txt)
    case $1 in
    cut) printf '%.120s\n' "$line" ;;
    theme) echo "win ${line#* }" ;;
    words) echo "$line more" ;;
    grade) echo "${line%% *} 9 ${line#* ? }" ;;
    deck) echo "$line" | awk '{ $6 = substr($6, 2, 1) substr($6, 2); print }' ;;
    foreign) head -n 1 README.md ;;
    esac >"$work/damaged"
    says 2 "damaged:1: " "" puzzle --set "$work/damaged"
}
for kind in cut theme words grade deck foreign; do
    ok "a set that is damaged: $kind" damaged $kind
done
# stays: a set is replaced by another, and stays as FILE~; by none it is not.
stays() {
    "$program" selfplay --bots random --games 1 --seed 9 --threads 1 --record "$work/random.jsonl" && cp "$work/one" "$work/set" &&
        ! "$lab" puzzles "$work/random.jsonl" --out "$work/set" && cmp "$work/one" "$work/set" &&
        "$lab" puzzles "$work/games.jsonl" --out "$work/set" --most 1 && cmp "$work/one" "$work/set~" && ! cmp "$work/one" "$work/set"
}
ok "a set that was there stays" stays
piped() { "$lab" puzzles "$work/games.jsonl" --out - --most 3 2>"$work/err" >"$work/piped" && cmp "$work/piped" "$work/one" && grep -q "60 games" "$work/err"; }
ok "to standard output puzzles alone" piped
ok "a line with a mistake does nothing" says 1 "No action of the line was played" "brewery A; sing\nbrewery A; sing\nquit\n" puzzle "$(first win)"
# undone: decisions are taken back one by one, and then the solution is played on from there.
undone() {
    puzzle=$(first win)
    solution "$puzzle"
    first=$(cut -d ';' -f 1 "$work/solution") && rest=$(cut -d ';' -f 2- "$work/solution") && [ -n "$rest" ] || return 1
    says 0 "Right: you end" "undo\n$first\nundo\nundo\n$first;$rest\n" puzzle "$puzzle" && [ "$(grep -c "Taken back" "$work/said")" = 1 ] &&
        [ "$(grep -c "nothing to take back" "$work/said")" = 2 ]
}
ok "undo: one decision after the other" undone
# undone_wrong: of a turn that was not right the last decisions can be taken back; any other line begins it anew.
undone_wrong() {
    says 1 "Not solved: your palace has" "done; done; sing\nundo\nundo\nundo\nquit\n" puzzle "$(first win)" && [ "$(grep -c "Taken back" "$work/said")" = 2 ] &&
        grep -q "The rest of the line was not played" "$work/said" && says 1 "Not solved" "done; done\nbrewery A\nundo\nundo\n" puzzle "$(first win)" &&
        [ "$(grep -c "Taken back" "$work/said")" = 1 ]
}
ok "undo: a turn that was not right" undone_wrong
full() { "$program" puzzle 1 </dev/null >/dev/full 2>"$work/err"; [ $? = 2 ] && [ "$(wc -l <"$work/err")" = 1 ]; }
ok "a puzzle that cannot be shown" full
for asked in "?" "? " " ?" "help"; do
    ok "what can be done: \"$asked\"" says 1 "^ *1  brewery [A-E]" "$asked\n" puzzle 1
done
ok "a rule" says 1 "^> R5.1 " "? R5.1\n" puzzle 1
ok "a card" says 1 "Crane" "help crane\n" puzzle 1
ok "why an action is not allowed" says 1 "another step of the turn.*(R2.1)" "? build crane\n" puzzle 1
ok "what nothing is called" says 1 "\"sing\" is no action" "? sing\n" puzzle 1
ok "the idea" says 1 "^> Earn less than you could" "hint \n" puzzle "$(first order)"
ok "a number of the list" says 1 "^> [^ ]* brewery [A-E]" "1\n" puzzle 1
ok "a number that is none" says 1 "\"99\" is not a number in the list" "99\n" puzzle 1
ok "what is short for something" says 1 "^> [^ ]* brewery B" "b b\n" puzzle 1
ok "what is no action" says 1 "is no action" "sing\n" puzzle 1
ok "sell all, of several breweries" says 1 "Where? sell all A brings 3 coins, sell all B brings 6 coins" "sell all\n" puzzle 3
sold() { says 1 "^> → brewery B" "sell all B\n" puzzle 3 && grep -q "^→ sell 3 barley" "$work/said" && grep -q "1  build bank1 " "$work/said"; }
ok "sell all B" sold
ok "build, of several cards" says 1 '"build" may be build bank1; build warehouse; build crane' "done; build\n" puzzle 3
ok "build, a card by its title" says 1 "^> → build warehouse" "done; build Warehouse\n" puzzle 3
# again: whatever was played is taken back, and the puzzle is shown from its beginning.
again() {
    says 1 "nothing to take back" "sell all B; build crane\nagain\nundo\nbrewery A\n" puzzle 3 && [ "$(grep -c "Find a turn that wins" "$work/said")" = 2 ] &&
        grep -q "sell 3 barley  3 coins" "$work/said"
}
ok "again" again
ok "a puzzle that is not there" says 2 "there is no puzzle 999; the set has" "" puzzle 999
for number in x 0 1.5 ""; do
    ok "no number: $number" says 2 "must be a whole number from 1" "" puzzle "$number"
done
run=$lab
ok "no files" says 2 "FILE is missing: fuerstenfeld-lab puzzles FILE" "" puzzles
ok "no records" says 2 "README.md:1" "" puzzles README.md --out "$work/none"

all_done
