#!/bin/sh
# Compares every #include line with the layers of docs/architecture.md. Prints the lines that break them; exit 1 if any.
set -eu
cd "$(dirname "$0")/.."
bad=0

# check LAYER "FILES" ALLOWED...: folders, and system headers ("<>": all of them). A layer may include itself.
check() {
    layer=$1 files=$2
    shift 2
    [ -n "$files" ] || return 0
    grep -Hn '^ *# *include' $files | awk -F: -v layer="$layer" -v allowed="$*" '
        BEGIN { n = split(allowed " " layer, word, " "); for (i = 1; i <= n; i++) may[word[i]] = 1 }
        {
            name = $3
            if (match(name, /<.*>/)) {
                name = substr(name, RSTART, RLENGTH)
                ok = (name in may) || ("<>" in may)
            } else {
                sub(/^[^"]*"/, "", name); sub(/".*/, "", name)
                folder = name; if (!sub(/\/.*/, "", folder)) folder = layer
                ok = (folder in may) && name !~ /\.\./
            }
            if (!ok) { print $0 "   <- " layer "/ may include: " allowed; bad = 1 }
        }
        END { exit bad }' || bad=1
}

in_folder() { find "$1" -name '*.[ch]' 2>/dev/null; }

freestanding="<stdint.h> <stdbool.h> <stddef.h> <string.h>"
all="core text ai table store server wasm sim cli tests"

check core "$(in_folder core)" $freestanding
check text "$(in_folder text)" $freestanding core
check ai "$(in_folder ai | grep -v -e ai/train -e ai/learn -e ai/lanes.h)" $freestanding core
check ai ai/lanes.h "<stdint.h>" "<string.h>" "<smmintrin.h>" "<immintrin.h>" "<wasm_simd128.h>" # the machine's vectors
check ai "$(in_folder ai | grep -e ai/train -e ai/learn)" $freestanding "<math.h>" core # learning is not done in the browser
check table "$(in_folder table)" "<>" core text
check store "$(in_folder store)" "<>" table
check server "$(in_folder server)" "<>" table store ai text
check wasm "$(in_folder wasm)" $freestanding core text ai
check sim "$(in_folder sim)" "<>" core
check cli "$(in_folder cli)" "<>" $all
check tests "$(in_folder tests)" "<>" $all
check bench "$(in_folder bench)" "<>" $all
check fuzz "$(in_folder fuzz)" "<>" core text ai table store server
check examples "$(in_folder examples)" "<>" core text ai

# only WORDS FILE: of the page's sources, that file alone may use these words.
only() {
    found=$(grep -rlE "$1" web/src --include=*.ts --include=*.svelte --include=*.js 2>/dev/null | grep -v -e "^web/src/$2\$" -e '\.test\.ts$') || return 0
    echo "$found: only web/src/$2 may use $1" >&2
    bad=1
}
only 'WebAssembly\.[A-Zci]' engine/engine.ts # support.ts may ask whether there is one
only 'new WebSocket|(fetch|ask)\(.?/(api|healthz)' net/socket.ts
exit $bad
