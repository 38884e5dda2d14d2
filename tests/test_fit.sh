#!/bin/sh
# bench/fit: the same search on any number of threads, and one that was interrupted: tests/test_fit.sh PROGRAM, beside which
# bench/fit lies.
set -u
cd "$(dirname "$0")/.."
fit=$(realpath "$(dirname "${1:-build/fuerstenfeld}")")/bench/fit
. tests/ok.sh

# search NAME [OPTION...]: a small one; what it prints is in $work/NAME.
search() {
    name=$1
    shift
    "$fit" --seed 5 --tries 13 --rounds 2 --games 1 "$@" >"$work/$name" 2>"$work/$name.err"
}

threads() { search one && search three --threads 3 && cmp "$work/one" "$work/three" && grep -q "^12\. 0" "$work/one"; }
ok "the number of threads does not change the table" threads

# A journal cut off in the middle of a line, as by an interruption.
goes_on() {
    search whole --journal "$work/journal" && cmp "$work/one" "$work/whole" &&
        head -c 1000 "$work/journal" >"$work/cut" && search rest --journal "$work/cut" && cmp "$work/one" "$work/rest" &&
        [ "$(sort -u "$work/journal" | wc -l)" = "$(grep -c '[0-9]$' "$work/journal")" ]
}
ok "a search goes on from its journal" goes_on
recalls() { search again --journal "$work/journal" && cmp "$work/one" "$work/again"; }
ok "what the journal holds is not measured again" recalls

# Ctrl-C in the middle: it ends soon, says how to go on, and the rest gives the same table.
interrupted() {
    "$fit" --seed 5 --tries 400 --rounds 1 --games 4000 --journal "$work/long" >"$work/long.out" 2>"$work/long.err" &
    pid=$!
    meanwhile $pid sh -c '[ "$(wc -l <"$1" 2>/dev/null || echo 0)" -gt 3 ]' - "$work/long"
    kill -TERM $pid
    wait $pid
    status=$?
    cat "$work/long.err"
    [ $status = 1 ] && grep -q "goes on from here" "$work/long.err" && [ "$(awk 'NF != 25' "$work/long")" = "" ]
}
ok "an interrupted search ends, and keeps whole measurements only" interrupted

saves() {
    search saved --save "$work/best.edition" && "$fit" --games 1 "$work/best.edition" >"$work/measured" &&
        grep -q "^  base   3   rounds" "$work/measured"
}
ok "the best edition is saved, and can be measured" saves
from() {
    search from --from editions/default.edition && grep -q "^round 1" "$work/from" &&
        ! search former --from editions/former.edition && grep -q "out of the bounds" "$work/former.err"
}
ok "a search may begin with an edition within the bounds" from
wrong() { ! search wrong --tries 0 && grep -q "must be a whole number from 1" "$work/wrong.err"; }
ok "a wrong number is refused" wrong

for edition in editions/*.edition; do
    ok "$edition can be played" "${1:-build/fuerstenfeld}" selfplay --edition "$edition" --bots steward --games 3
done

all_done
