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
    for columns in 20 30 40 50 60 70 79 120; do
        for command in $commands; do
            printf 'expect that was all\n' | "$pty" 24 $columns /bin/sh -c '"$0" "$1" --help; echo that was all' "$program" $command >"$work/help" &&
                within $columns <"$work/help" || { echo "$command at $columns"; return 1; }
            # No word is lost, whatever the width; where a word itself is broken, its letters are there.
            tr -d ' \r\n' <"$work/help" | sed 's/thatwasall$//' >"$work/letters"
            "$program" $command --help | tr -d ' \n' | cmp - "$work/letters" || { echo "$command at $columns"; return 1; }
        done
    done
}
[ -x "$pty" ] && ok "--help on terminals of 20 to 120 columns: nothing is longer, nothing is lost" narrow_help
narrow_error() {
    printf 'expect that was all\n' | "$pty" 24 30 /bin/sh -c '"$0" selfplay --player 3; echo that was all' "$program" >"$work/error" &&
        within 30 <"$work/error" && ! sed 1d "$work/error" | grep -v -e '^  ' -e '^fuerstenfeld: allowed' -e 'that was all'
}
[ -x "$pty" ] && ok "an error on a terminal of 30 columns is broken between words" narrow_error

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
ok "an option that is like none" gives 2 "unknown option --xyzzy$" play --xyzzy
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

all_done
