#!/bin/sh
# Tests of the server by programs in tests/server: tests/server/all.sh PROGRAM NAME... Each prints "ok" lines and how many passed;
# at the end stands the sum. A name may have arguments: "crash 200". `several`, `admin`, `clock`, `accounts` and `notices` get a PostgreSQL of their own. With
# TRIES=2 a test that fails may get a second try: tools/try.sh.
set -u
cd "$(dirname "$0")/../.."
. tools/try.sh
program=$(realpath "$1")
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0

# run NAME [ARGUMENT...]
run() {
    name=$1
    shift
    with=
    case $name in several | admin | clock | accounts | notices) with="tools/postgres.sh with" ;; esac
    # shellcheck disable=SC2086
    try_test "$name" processes "$program" "$log" $with timeout 3600 node "tests/server/$name.mjs" "$program" "$@"
    [ "$ran_failed" != 0 ] || sed '/^[0-9]* passed, [0-9]* failed$/d' "$log"
    passed=$((passed + ran_passed)) failed=$((failed + ran_failed))
}

for test; do run $test; done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
