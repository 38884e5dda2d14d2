#!/bin/sh
# Puzzles at the terminal: tests/test_puzzles.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
. tests/ok.sh

# finds: the same games give the same puzzles, which can be put.
finds() {
    "$program" selfplay --bots steward --games 60 --seed 9 --threads 1 --record "$work/games.jsonl" &&
        "$program" puzzles "$work/games.jsonl" --out "$work/one" --most 3 && "$program" puzzles --from "$work/games.jsonl" --out "$work/two" --most 3 &&
        [ -s "$work/one" ] && cmp "$work/one" "$work/two" &&
        ! "$program" puzzle --set "$work/one" </dev/null >"$work/said" && grep -q "Find a turn that wins" "$work/said"
}
# says STATUS PATTERN INPUT ARGUMENT...
says() {
    want=$1 pattern=$2 input=$3
    shift 3
    printf "$input" | "$program" "$@" >"$work/said" 2>&1
    status=$?
    cat "$work/said"
    [ $status = "$want" ] && grep -q -- "$pattern" "$work/said"
}

ok "puzzles are found, the same ones again" finds
ok "a puzzle that is not solved" says 1 "The puzzle is not solved" "" puzzle 3
# solves N: what is shown as a solution is one.
solves() {
    echo solution | "$program" puzzle "$1" | sed -n 's/^> \(.*;.*\)/\1/p' >"$work/solution"
    [ -s "$work/solution" ] && "$program" puzzle "$1" <"$work/solution" >"$work/said" && cat "$work/said" && grep -q "$2" "$work/said"
}
# first THEME: the number of the first puzzle of that theme.
first() { grep -n "^$1 " weights/puzzles.txt | head -n 1 | cut -d : -f 1; }
ok "a turn that does not win" says 1 "Not that one: your palace has [0-5] of 6 parts" "done; done\n" puzzle "$(first win)"
for theme in win purse block; do
    ok "$theme: what is shown as a solution is one" solves "$(first $theme)" "Right: you end with a whole palace and"
done
ok "plan: what is shown as a solution is one" solves "$(first plan)" "Right: in the next round nobody plays before you"
ok "what can be done" says 1 "You can say: " "?\n" puzzle 1
ok "what is no action" says 1 "is no action" "sing\n" puzzle 1
ok "a puzzle that is not there" says 2 "there is no puzzle 999; the set has" "" puzzle 999
ok "no number" says 2 "N" "" puzzle x
ok "no files" says 2 "give records and a file" "" puzzles
ok "no records" says 2 "README.md:1" "" puzzles README.md --out "$work/none"

all_done
