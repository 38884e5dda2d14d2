#!/bin/sh
# Runs every test of a build, or those that are named: tools/tests.sh BUILD-FOLDER LOG-FOLDER [NAME...]. Shows the output of
# those that fail, and ends with "N passed, N failed" over all. tools/tests.sh --list prints their names (for ctest), and
# tools/tests.sh --compiled the names of those that are programs: what another compiler may change. With TRIES=2 a test that
# fails is shown and tried once more; one that passes only then is named, and is a defect to be found.
set -eu
cd "$(dirname "$0")/.."
list=false scripts=true build= logs=/dev
case $1 in
--list) list=true ;;
--compiled) list=true scripts=false ;;
*) build=$1 logs=$2 && shift ;;
esac
shift
only=" $* "
$list || mkdir -p "$logs"
[ "$list$only" != "false  " ] || rm -f "$logs"/*.log # of a test that is there no more
passed=0 failed=0
limit="timeout 1800" # a test that hangs has failed; a slow and busy machine may take its time

# try COMMAND...: leaves "PASSED FAILED" in counts. One that ends without its closing line has failed, whatever it counted.
try() {
    status=0
    "$@" </dev/null >"$log" 2>&1 || status=$?
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log" | tail -n 1)
    bad=${counts#* }
    if [ -z "$counts" ] || { [ $status != 0 ] && [ "$bad" = 0 ]; }; then counts="${counts:-0} 1" bad=1; fi
    if [ "$bad" != 0 ]; then
        echo "FAILED: $* (exit status $status)"
        grep -v '^ok ' "$log" | tail -n 60
    fi
}

# run NAME COMMAND...
run() {
    if $list; then echo "$1" && return; fi
    case $only in "  " | *" $1 "*) ;; *) return 0 ;; esac
    name=$1 log=$logs/$1.log
    shift
    try "$@"
    if [ "$bad" != 0 ] && [ "${TRIES:-1}" = 2 ]; then
        try "$@"
        [ "$bad" != 0 ] || echo "Only the second time: $name"
    fi
    passed=$((passed + ${counts%% *})) failed=$((failed + bad))
}

# says TITLE COMMAND...: one test.
says() {
    title=$1
    shift
    if "$@"; then echo "ok   $title" && echo "1 passed, 0 failed"; else echo "0 passed, 1 failed"; fi
}

for source in tests/test_*.c; do
    name=$(basename "$source" .c)
    run "$name" $limit "$build/tests/$name"
done
run scenarios $limit "$build/tests/scenario" tests/scenarios/*.txt
run golden says "the golden records hold" $limit "$build/fuerstenfeld" verify tests/golden/*.jsonl tests/golden/former/*.jsonl
run example says "the smallest program plays a game" $limit "$build/examples/one_game"
run front_end says "the smallest front end plays a game" $limit sh -c 'yes 1 | "$1" | grep -q "^After round"' - "$build/examples/front_end"
! $scripts || run referee $limit python3 tests/referee.py "$build/fuerstenfeld" 24
for script in tests/test_*.sh; do
    $scripts || break
    name=$(basename "$script" .sh)
    [ "$name" = test_readme ] || run "$name" $limit "$script" "$build/fuerstenfeld" # ./check runs that one, on the release
done

$list || echo "$passed passed, $failed failed"
[ $failed = 0 ]
