#!/bin/sh
# The documents' examples do what they show, and their links lead somewhere: tests/test_documents.sh [BUILD-FOLDER of a release]
set -u
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build}")
root=$PWD
. tests/ok.sh
export XDG_STATE_HOME="$work/state" # a game that is left is saved there

# block DOCUMENT PATTERN: the rest of a code block from the line that matches.
block() { awk -v pattern="$2" '/^```/ { if (inside && found) exit; inside = !inside; found = 0; text = ""; next }
    inside { text = text $0 "\n"; if ($0 ~ pattern) found = 1; if (found) { printf "%s", text; text = "" } }' "$1"; }

# run_block DOCUMENT PATTERN: a block of commands after `$ ` and their output.
run_block() {
    export LC_ALL=C.UTF-8 PATH="$build:$PATH"
    block "$1" "$2" >"$work/want"
    [ -s "$work/want" ] || return 1
    while IFS= read -r line; do
        case $line in '$ '*)
            echo "$line"
            sh -c "${line#\$ }"
            ;;
        esac
    done <"$work/want" >"$work/got"
    diff "$work/want" "$work/got"
}

# A dialogue: what follows the prompt is typed, the rest must be said in this order.
dialogue() {
    block docs/players/terminal.md '^Green> brewery' >"$work/want"
    sed -n 's/^Green> //p' "$work/want" | "$build/fuerstenfeld" play --seed 42 | sed 's/^\(Green> \)*//' >"$work/said"
    grep -v '^Green>' "$work/want" | while IFS= read -r line; do
        grep -qxF -e "$line" "$work/said" || { echo "not said: $line"; exit 1; }
    done && [ "$(wc -l <"$work/want")" -ge 6 ]
}

example() {
    block docs/authors/library.md 'one_game.c - ' | diff - examples/one_game.c || return 1
    block docs/authors/library.md '^cc -Ibuild' | sed "s|build/|$build/|g; s|-o one_game.*|-o $work/one_game|" >"$work/cc.sh"
    (cd "$root" && sh -c "$(cat "$work/cc.sh") -std=c11 -Wall -Wextra -Werror") && "$work/one_game"
}

links() {
    bad=0
    for file in README.md CONTRIBUTING.md */README.md docs/*.md docs/*/*.md; do
        for link in $(grep -o ']([^)#h][^)#]*' "$file" | cut -c3-); do
            [ -e "$(dirname "$file")/$link" ] || { echo "$file: $link is not there"; bad=1; }
        done
    done
    return $bad
}

# Every path of a source or a document, as seen from the top, from the page or from the file that names it.
named_files() {
    bad=0
    rooms='engine|bots|server|cli|lab|web|tests|tools|fuzz|examples|editions|weights|packaging|cmake|docs'
    grep -rIoE --exclude-dir=build --exclude-dir=node_modules --exclude-dir=.git --exclude-dir=src \
        "(^|[ (\`\"'])($rooms)/[A-Za-z0-9_/-]+\.(c|h|ts|mjs|py|sh|md|edition)\b" . | sed "s/:[^a-z]*/ /" | sort -u >"$work/named"
    while read -r file path; do
        [ -e "$path" ] || [ -e "web/src/$path" ] || [ -e "$(dirname "$file")/$path" ] || { echo "$file: $path is not there" && bad=1; }
    done <"$work/named"
    [ "$(wc -l <"$work/named")" -gt 100 ] && return $bad
}

ok "the picture is what show prints" run_block docs/players/terminal.md '^\$ fuerstenfeld show'
ok "the referee's answer" run_block docs/authors/record.md '^\$ fuerstenfeld verify'
ok "the dialogue" dialogue
ok "the example compiles and plays" example
short() { [ "$(wc -l <README.md)" -le 120 ]; }
ok "the README is short" short
ok "links in the documents lead somewhere" links
ok "files that documents and comments name are there" named_files

all_done
