#!/bin/sh
# Which tests get a second try, on fake ones: tests/test_tries.sh. A test fails the first time, as it is told, and passes the second.
set -u
cd "$(dirname "$0")/.."
. tests/ok.sh
. tools/try.sh
export TRIES=2

mkdir "$work/plain" "$work/sanitized"
echo 'FF_SANITIZE:STRING=' >"$work/plain/CMakeCache.txt"
echo 'FF_SANITIZE:STRING=address,undefined' >"$work/sanitized/CMakeCache.txt"
cat >"$work/fake" <<'END'
#!/bin/sh
# fake FOLDER WORDS STATUS: the first time prints WORDS and ends with STATUS.
if [ ! -e "$1/tried" ]; then
    touch "$1/tried"
    echo "$2"
    [ "$3" = 0 ] || exit "$3"
fi
echo "1 passed, 0 failed"
END
chmod +x "$work/fake"

# tried KIND BUILD WORDS STATUS: runs the fake test; what was said of it is in $work/said.
tried() {
    rm -f "$work/tried"
    try_test fake "$1" "$work/$2/fuerstenfeld" "$work/log" "$work/fake" "$work" "$3" "$4" >"$work/said"
    cat "$work/said"
}
fails() { tried "$@" && [ "$ran_failed" = 1 ] && ! grep -q '^Flaky' "$work/said"; }
is_flaky() { tried "$@" && [ "$ran_failed" = 0 ] && grep -q '^Flaky, passed only the second time: fake$' "$work/said"; }

ok "a server's test that fails once is flaky" is_flaky processes plain "no answer" 1
ok "... and fails without TRIES=2" eval 'TRIES=1; fails processes plain "no answer" 1; status=$?; TRIES=2; [ $status = 0 ]'
ok "a unit test that fails once fails" fails unit plain "1 is not 2" 1
ok "a test of a build with sanitizers that fails once fails" fails processes sanitized "no answer" 1
# The titles do not quote a report, since this test's own log would then hold one.
for report in "==1==ERROR: AddressSanitizer: heap-use-after-free" "==1==ERROR: LeakSanitizer: detected memory leaks" \
    "WARNING: ThreadSanitizer: data race (pid=1)" "app.c:1:2: runtime error: signed integer overflow"; do
    kind=$(echo "$report" | grep -oE '[A-Z][a-z]*Sanitizer|integer')
    ok "a report that comes once fails ($kind)" fails processes plain "$report" 1
    ok "... also if the test passes" fails processes plain "$report" 0
done

# The runner of the unit tests itself.
mkdir "$work/plain/tests"
printf '#!/bin/sh\nexec "%s" "%s" "==1==ERROR: AddressSanitizer: x" 1\n' "$work/fake" "$work" >"$work/plain/tests/test_core"
chmod +x "$work/plain/tests/test_core"
runner_fails() {
    rm -f "$work/tried"
    ! tools/tests.sh "$work/plain" "$work/logs" test_core >"$work/said" && tail -n 1 "$work/said" | grep -qx '0 passed, 1 failed'
}
ok "tools/tests.sh fails on a report that comes once" runner_fails
all_done
