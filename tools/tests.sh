#!/bin/sh
# Runs every test of a build, or those that are named: tools/tests.sh BUILD-FOLDER LOG-FOLDER [NAME...]. Shows the output of
# those that fail, and ends with "N passed, N failed" over all. tools/tests.sh --list prints their names (for ctest), and
# tools/tests.sh --compiled the names of those that are programs: what another compiler may change. With TRIES=2 some tests get a
# second try: tools/try.sh.
set -eu
cd "$(dirname "$0")/.."
. tools/try.sh
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

# run NAME COMMAND...
run() {
    if $list; then echo "$1" && return; fi
    case $only in "  " | *" $1 "*) ;; *) return 0 ;; esac
    case $1 in test_clients | test_serve | test_terminal) kind=processes ;; *) kind=unit ;; esac
    name=$1
    shift
    try_test "$name" $kind "$build/fuerstenfeld" "$logs/$name.log" "$@"
    passed=$((passed + ran_passed)) failed=$((failed + ran_failed))
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
run golden says "the golden records hold" $limit "$build/fuerstenfeld" verify tests/golden/*.jsonl
library() { $list || [ -e "$build/lib/libfuerstenfeld.a" ]; } # some builds do not have it
! library || run example says "the smallest program plays a game" $limit "$build/examples/one_game"
! library || run front_end says "the smallest front end plays a game" $limit sh -c 'yes 1 | "$1" | grep -q "^After round"' - "$build/examples/front_end"
! $scripts || run referee $limit python3 tests/referee.py "$build/fuerstenfeld" 24
for script in tests/test_*.sh; do
    $scripts || break
    name=$(basename "$script" .sh)
    [ "$name" = test_documents ] || run "$name" $limit "$script" "$build/fuerstenfeld" # ./check runs that one, on the release
done

$list || echo "$passed passed, $failed failed"
[ $failed = 0 ]
