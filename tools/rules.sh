#!/bin/sh
# The table of docs/coverage.md: which tests cover which rule. It is made from the "ok" lines that the tests printed when
# ./check --all last ran them, so a test counts only if it ran and passed.
#
#     tools/rules.sh            fail if a rule has no test, or a test is not in docs/coverage.md; tell what is there and did not run
#     tools/rules.sh --write    write it
set -eu
cd "$(dirname "$0")/.."

ls build/check/tests/*.log >/dev/null 2>&1 || {
    echo "no tests have run yet: run ./check --all, or tools/tests.sh build build/check/tests" >&2
    exit 2
}

table() {
    cat <<'END'
# Which test covers which rule

Made by `tools/rules.sh --write` from the tests that ran and passed in the last `./check --all`; do not edit. The rules are those of
[rules.md](rules.md). A test covers the rules that its title names.

| rule | tests |
| --- | --- |
END
    # Every rule in the order of docs/rules.md, then its tests, one a line.
    grep -o '^- \*\*R[0-9]*\.[0-9]*[a-z]*\*\*' docs/rules.md | tr -d -- '-* ' | awk '
        FILENAME == "-" { rule[++rules] = $1; next }
        /^ok / {
            program = FILENAME; sub(/.*\//, "", program); sub(/\.log$/, "", program)
            title = $0; sub(/^ok +/, "", title); gsub(/\|/, "\\|", title)
            # Scenarios print where they stand; a line number would change with every edit.
            if (match(title, /^tests\/scenarios\/[^:]*:[0-9]+ /)) {
                program = substr(title, 17, RLENGTH - 17); sub(/\..*/, "", program)
                title = substr(title, RLENGTH + 1)
            }
            sub(/, in (memory|sqlite|postgres)$/, "", title) # the same test on each store
            rest = title
            while (match(rest, /R[0-9]+\.[0-9]+[a-z]?/)) {
                name = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
                if (seen[name, program, title]++) continue
                tests[name] = tests[name] (tests[name] == "" ? "" : "<br>") program ": " title
            }
        }
        END { for (i = 1; i <= rules; i++) print "| " rule[i] " | " tests[rule[i]] " |" }
    ' - build/check/tests/*.log
}

if [ "${1:-}" = --write ]; then
    table >docs/coverage.md
    exit
fi
bad=0
table >build/check/coverage.md
grep '|  |$' build/check/coverage.md | sed 's/^| \(R[0-9.]*\).*/\1: no test names this rule/' | grep . && bad=1
# one_a_line FILE: "rule: program: title", sorted.
one_a_line() { awk -F ' [|] |^[|] ' '/^[|] R/ { n = split($3, test, "<br>"); sub(/ [|]$/, "", test[n]); for (i = 1; i <= n; i++) print $2 ": " test[i] }' "$1" | sort; }
one_a_line docs/coverage.md >build/check/rules-written.txt
one_a_line build/check/coverage.md >build/check/rules-tested.txt
# Another machine may leave tests out (those of a terminal, of PostgreSQL, of long vectors); one that is not written down is new.
comm -23 build/check/rules-written.txt build/check/rules-tested.txt | sed 's/^/did not run here: /'
if comm -13 build/check/rules-written.txt build/check/rules-tested.txt | sed 's/^/is not written down: /' | grep .; then
    echo "docs/coverage.md is out of date: tools/rules.sh --write"
    bad=1
fi
exit $bad
