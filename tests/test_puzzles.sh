#!/bin/sh
# Puzzles at the terminal: tests/test_puzzles.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
. tests/ok.sh

# finds: the same games give the same puzzles, which can be put.
finds() {
    "$program" selfplay --bots steward --games 60 --seed 9 --threads 1 --record "$work/games.jsonl" &&
        "$program" puzzles "$work/games.jsonl" --out "$work/one" --most 3 && "$program" puzzles "$work/games.jsonl" --out "$work/two" --most 3 &&
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
ok "a turn that does not win" says 1 "Not that one: your palace has 4 of 6 parts" "done; done\n" puzzle 3
ok "a turn that wins" says 0 "Right: you end with a whole palace and" "brewery A; sell 3 hops; sell 3 water\\nbuild palace1; space 1; build palace2; space 3\n" puzzle 3
ok "what can be done" says 1 "You can say: " "?\n" puzzle 1
ok "what is no action" says 1 "is no action" "sing\n" puzzle 1
ok "a puzzle that is not there" says 2 "there is no puzzle 999; the set has" "" puzzle 999
ok "no number" says 2 "N" "" puzzle x
ok "no files" says 2 "give records and a file" "" puzzles
ok "no records" says 2 "README.md:1" "" puzzles README.md --out "$work/none"

all_done
