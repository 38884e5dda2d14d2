#!/bin/sh
# Line and branch coverage of engine/core/ by the tests of the rules: tools/coverage.sh. Fails below 100 % of the lines or 95 % of
# the branches. The report, line by line, is build/coverage/report.html.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
. tools/setup.sh
need $program_tools gcovr:gcovr

tests="test_core test_facts test_text test_record test_show test_totality"
build coverage "$tests scenario"
find build/coverage -name '*.gcda' -delete
tools/tests.sh build/coverage build/coverage/logs $tests scenarios >build/coverage/tests.log 2>&1 || {
    cat build/coverage/tests.log
    exit 1
}
report() { gcovr --root . --filter engine/core/ --object-directory build/coverage "$@" build/coverage; }
failed=0
report --branches --txt build/coverage/branches.txt
report --txt build/coverage/lines.txt --html-details build/coverage/report.html --fail-under-line 100 --fail-under-branch 95 ||
    failed=1
for what in lines branches; do
    sed -n '/^File/p; /^engine\/core/p; /^TOTAL/p' build/coverage/$what.txt
done
exit $failed
