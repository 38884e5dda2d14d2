# Sourced by the tests in shell: a folder to work in, `ok`, and the closing line.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
slow=1 # a sanitizers' build takes several times as long: there tests of bots play fewer games
! grep -qs '^FF_SANITIZE:STRING=.' "$(dirname "${program:-.}")/CMakeCache.txt" || slow=4

# ok TITLE COMMAND...: the command succeeds; what a failed one said is shown.
ok() {
    title=$1
    shift
    if "$@" >"$work/ok.log" 2>&1; then
        passed=$((passed + 1))
        echo "ok   $title"
    else
        failed=$((failed + 1))
        echo "FAIL $title"
        tail -n 40 "$work/ok.log" | sed 's/^/  /'
    fi
}

# thinks TITLE COMMAND...: as ok, of bots that think for long and are sanitized elsewhere (test_ai, test_coach, test_daily):
# not once more with sanitizers.
thinks() { [ $slow != 1 ] || ok "$@"; }

# meanwhile PID COMMAND...: waits until the command succeeds, or that process, which runs beside, is gone.
meanwhile() {
    beside=$1
    shift
    while [ -e "/proc/$beside/exe" ] && ! "$@"; do sleep 0.01; done # one that has ended has none
}

# The last command of a test.
all_done() {
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
}
