# Sourced by tools/tests.sh and tests/server/all.sh: runs one test, and a second time if it may be the machine's fault.
#
# With TRIES=2, as in ./check, a test of several processes (a server and its clients, a terminal) that fails is tried once more, since
# a busy machine can get in its way. A test that passes only the second time is named and is a defect to be found. Unit tests, builds
# with sanitizers, and anything that printed a sanitizer's report get no second try: a report that comes once is a bug.

# has_report LOG: succeeds if a sanitizer reported something.
has_report() { grep -qE '(ERROR|WARNING): [A-Za-z]*Sanitizer|: runtime error: ' "$1"; }

# is_sanitized PROGRAM: succeeds if the program's build has sanitizers. CMakeCache.txt stands in its folder.
is_sanitized() { grep -qs '^FF_SANITIZE:[A-Z]*=.' "$(dirname "$1")/CMakeCache.txt"; }

# try_once LOG COMMAND...: sets ran_passed and ran_failed. A test that ends without its closing line, with a bad exit status, or
# with a sanitizer's report has failed, whatever it counted.
try_once() {
    log=$1
    shift
    status=0
    "$@" </dev/null >"$log" 2>&1 || status=$?
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log" | tail -n 1)
    ran_passed=${counts% *} ran_failed=${counts#* }
    if [ -z "$counts" ]; then ran_passed=0 ran_failed=1; fi
    if [ "$ran_failed" = 0 ] && { [ $status != 0 ] || has_report "$log"; }; then ran_failed=1; fi
    if [ "$ran_failed" != 0 ]; then
        echo "FAILED: $* (exit status $status)"
        grep -v '^ok ' "$log" | tail -n 60
    fi
}

# try_test NAME KIND PROGRAM LOG COMMAND...: as try_once, with a second try for a test whose KIND is `processes`. PROGRAM tells the
# build.
try_test() {
    name=$1 kind=$2 build_of=$3 log=$4
    shift 4
    try_once "$log" "$@"
    if [ "$ran_failed" = 0 ] || [ "${TRIES:-1}" != 2 ] || [ "$kind" != processes ] || is_sanitized "$build_of" || has_report "$log"; then
        return 0
    fi
    try_once "$log" "$@"
    [ "$ran_failed" != 0 ] || echo "Flaky, passed only the second time: $name"
}
