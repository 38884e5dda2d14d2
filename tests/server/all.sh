#!/bin/sh
# Tests of the server by programs in tests/server: tests/server/all.sh PROGRAM NAME... Each prints "ok" lines and how many passed;
# at the end stands the sum. A name may have arguments: "crash 200". `several` and `admin` get a PostgreSQL of their own. What
# fails is shown and, with TRIES=2, tried once more: one that passes only then is named, and is a defect to be found.
set -u
cd "$(dirname "$0")/../.."
program=$(realpath "$1")
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0

# try NAME [ARGUMENT...]: leaves "PASSED FAILED" in counts.
try() {
    name=$1
    shift
    with=
    case $name in several | admin) with="tools/postgres.sh with" ;; esac
    status=0
    $with timeout 3600 node "tests/server/$name.mjs" "$program" "$@" >"$log" 2>&1 || status=$?
    sed '/^[0-9]* passed, [0-9]* failed$/d' "$log"
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log" | tail -n 1)
    if [ -z "$counts" ]; then
        echo "FAIL $name ended with status $status before it was done"
        counts="0 1"
    fi
}

for test; do
    try $test
    if [ "${counts#* }" != 0 ] && [ "${TRIES:-1}" = 2 ]; then
        try $test
        [ "${counts#* }" != 0 ] || echo "Only the second time: $test"
    fi
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
