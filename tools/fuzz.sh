#!/bin/bash
# Fuzzes every reader of bytes: tools/fuzz.sh SECONDS [harness...]. Each harness first replays fuzz/regressions/HARNESS, then
# runs for SECONDS from the seeds and what earlier runs found (build/fuzz/corpus). Two run at a time on two cores.
# What is drawn is the same in every run; SEED=N draws otherwise, and SEED=0 each time anew, as ./soak does.
# A finding is left in build/fuzz/findings; put it into fuzz/regressions/HARNESS, where it stays a test for ever.
set -eu
cd "$(dirname "$0")/.."
seconds=$1
shift
[ $# -gt 0 ] || set -- $(cd fuzz && ls *.c | sed 's/\.c$//')
mkdir -p build/fuzz/findings build/fuzz/logs
tools/seeds.sh build/fuzz/seeds

fuzz() {
    local seconds=$1 name=$2 program=build/fuzz/fuzz/$2 log=build/fuzz/logs/$2.log
    local options="-seed=${SEED:-1} -timeout=120 -rss_limit_mb=2048 -artifact_prefix=build/fuzz/findings/$name-"
    case $name in
    record) options+=" -dict=fuzz/words.dict -max_len=65536" ;;
    app) options+=" -max_len=1000" ;;
    wire) options+=" -dict=fuzz/words.dict -max_len=2000" ;;
    message) options+=" -dict=fuzz/words.dict -max_len=5000" ;;
    edition | position | notation | turn_plan | view) options+=" -dict=fuzz/words.dict -max_len=8192" ;;
    esac
    mkdir -p build/fuzz/corpus/$name build/fuzz/seeds/$name
    : >"$log"
    if $program $options $(find fuzz/regressions/$name -type f 2>/dev/null) -runs=1 >>"$log" 2>&1 &&
        $program $options -max_total_time=$seconds -use_value_profile=1 \
            build/fuzz/corpus/$name build/fuzz/seeds/$name >>"$log" 2>&1; then
        echo "ok   fuzz $name: $(grep -o '^Done [0-9]* runs in [0-9]* second' "$log" | tail -n 1)s"
    else
        echo "FAIL fuzz $name"
        grep -v '^#' "$log" | tail -n 40
    fi
}
export -f fuzz
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c "fuzz $seconds {}" | tee build/fuzz/logs/all.txt
awk '/^ok /{ok++} /^FAIL /{bad++} END {printf "%d passed, %d failed\n", ok, bad; exit bad > 0}' build/fuzz/logs/all.txt
