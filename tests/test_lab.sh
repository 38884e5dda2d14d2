#!/bin/sh
# Black-box tests of fuerstenfeld-lab, which lies beside the program: tests/test_lab.sh [PROGRAM]. Training: test_train.sh.
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
lab=$(dirname "$program")/fuerstenfeld-lab
. tests/ok.sh

# complains PATTERN ARGUMENT...: exit status 2 and a line on stderr.
complains() {
    pattern=$1
    shift
    "$lab" "$@" </dev/null >"$work/out" 2>"$work/err"
    got=$?
    cat "$work/err"
    [ $got = 2 ] && grep -q "^fuerstenfeld-lab: $pattern" "$work/err" && [ ! -s "$work/out" ]
}

commands() { "$lab" help | sed -n '/^commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'; }
helps() {
    [ "$(commands | wc -l)" -gt 10 ] || return 1
    for command in $(commands); do "$lab" "$command" --help | grep -q "^usage: fuerstenfeld-lab $command" || { echo "$command" && return 1; }; done
}
ok "every command has help" helps
ok "the version" sh -c '"$1" --version | grep -q "^fuerstenfeld-lab [0-9]"' - "$lab"
ok "an unknown command" complains 'unknown command "bensh"; did you mean "bench"' bensh
ok "a wrong number" complains 'edition-search: --tries is "0", must be a whole number from 1' edition-search --tries 0
ok "a wrong choice" complains 'planted-mistakes: --effort is "great", must be one of quick|normal|deep' planted-mistakes --effort great
ok "no such bot" complains 'belief: there is no bot "clever"' belief --bots clever
ok "a bot with a clock cannot be repeated" complains "belief: prince:20ms: must be a bot with a number of iterations" belief --bots prince:20ms
ok "nor can a program" complains "turn-values: cmd:cat: must be a bot" turn-values --bots cmd:cat
ok "a network that is none" complains "LICENSE: this is no network" calibration --net LICENSE
ok "an edition that is none" complains "LICENSE:" edition-stats --edition LICENSE
ok "which store" complains "store-bench: STORE is missing" store-bench
ok "a store that cannot be" complains "store-bench: " store-bench nothing:
ok "which server" complains "server-load: say which server" server-load
ok "no space left" sh -c '"$1" random-games --games 1 >/dev/full 2>"$2"; [ $? = 2 ] && [ "$(wc -l <"$2")" = 1 ]' - "$lab" "$work/err"

# json PYTHON: holds of the JSON `it`.
json() { python3 -c 'import json, sys; it = json.load(open(sys.argv[1])); assert eval(sys.argv[2]), it' "$work/json" "$1"; }
# study CONDITION ARGUMENT...: one thread and three print the same JSON, of which the condition holds; there is text, too.
study() {
    condition=$1
    shift
    "$lab" "$@" --threads 1 --json >"$work/json" && "$lab" "$@" --threads 3 --json | cmp - "$work/json" && json "$condition" &&
        "$lab" "$@" --threads 2 >"$work/text" && [ "$(wc -l <"$work/text")" -gt 2 ]
}
ok "belief" study 'it["cross_entropy"][-1]["by_belief"] < it["cross_entropy"][-1]["by_numbers"]' belief --games 2
ok "calibration" study 'len(it["scores"]) > 48' calibration --games $((4 / slow))
ok "edition-stats" study 'len(it["games"]) == 8 and sum(it["games"][1][f"won_{i}"] for i in (1, 2, 3)) > 99' edition-stats --games $((40 / slow))
ok "edition-stats of another bot and edition" study 'it["games"][0]["rounds"] > 5' edition-stats --games 2 --bots farmer --edition editions/swift.edition
thinks "turn-values" study 'it["bots"][0]["over_first"] == 0 and it["bots"][1]["bot"] == "apprentice"' turn-values --turns 3 --worlds 8 --bots random,apprentice
thinks "planted-mistakes" study 'sum(row["planted"] for row in it["planted"]) == 3' planted-mistakes --turns 3 --effort quick
thinks "planted-mistakes: a bot's own turns" study 'it["own"][0]["loss"] > 0' planted-mistakes --turns 6 --effort quick --bots novice
thinks "coach-calibration" study 'it["chances"][-1]["turns"] == 4' coach-calibration --turns 4
thinks "coach-calibration of hints" study 'it["chances"][-1]["won"] >= 0' coach-calibration --turns 2 --hints

# Prints what is left of a table of numbers without its digits.
shape() { sed 's/-*[0-9]//g' "$@"; }
learns() { "$lab" belief --learn --games 3 | shape >"$work/shape" && shape weights/belief.csv | cmp - "$work/shape"; }
ok "belief --learn writes a table of the same shape as the built-in one" learns
fits() { "$lab" calibration --games 1 --fit | shape >"$work/shape" && shape weights/calibration.csv | cmp - "$work/shape"; }
ok "calibration --fit writes a table of the same shape as the built-in one" fits
stores() { "$lab" store-bench memory --seconds 1 --json >"$work/json" && json 'it["appends"][3]["group"] == 1000 and it["lists"][2]["games"] == 10000'; }
ok "store-bench" stores
random() { "$lab" random-games --games 5 --json >"$work/json" && json 'len({row["hash"] for row in it["games"]}) == 8'; }
ok "random-games" random

# ---------------------------------------------------------------------------------------------------- editions

ok "edition-search: another bot" study 'len(it["criteria"]) == 1' edition-search --games 1 --bots apprentice:1 editions/default.edition
search() { "$lab" edition-search --seed 5 --tries 13 --rounds 2 --games 1 "$@"; }
ok "edition-search" study 'len(it["search"]) == 15 and len(it["criteria"]) == 12' edition-search --seed 5 --tries 13 --rounds 2 --games 1
saves() {
    search --save "$work/best.edition" >"$work/out" && "$lab" edition-search --games 1 --json "$work/best.edition" >"$work/json" &&
        json '"farmer" in it["criteria"][0]'
}
ok "the best edition is saved, and can be measured" saves
from() { search --from editions/default.edition --json >"$work/json" && json 'it["search"][0]["round"] == 1'; }
ok "a search may begin with an edition within the bounds" from
outside() {
    sed 's/^cost hops1 .*/cost hops1 99/' editions/default.edition >"$work/dear.edition"
    complains ".*dear.edition is out of the bounds" edition-search --from "$work/dear.edition"
}
ok "and with no other" outside
for edition in editions/*.edition; do
    ok "$edition can be played" "$program" selfplay --edition "$edition" --bots steward --games 3
done

all_done
