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
pure="$freestanding <stdlib.h> <assert.h>" # memory, but no file, no socket, no clock
all="base core text record page ai coach train match table store hall server wasm cli tests"

check base "$(in_folder base)" $freestanding
check core "$(in_folder core)" $freestanding
check text "$(in_folder text)" $freestanding base core
check record "$(in_folder record)" $freestanding base core text
check page "$(in_folder page)" $freestanding base core text
check ai "$(in_folder ai | grep -v ai/lanes.h)" $freestanding core
check ai ai/lanes.h "<stdint.h>" "<string.h>" "<smmintrin.h>" "<immintrin.h>" "<wasm_simd128.h>" # the machine's vectors
check coach "$(in_folder coach)" $freestanding base core text record page ai
check train "$(in_folder train)" $freestanding "<math.h>" core ai
check match "$(in_folder match)" "<>" base core text record ai
check table "$(in_folder table)" $pure base core text record
check store "$(in_folder store)" "<>" base table
check hall "$(in_folder hall | grep -v hall/limits.c)" $pure base core text record ai table store
check hall hall/limits.c $pure "<arpa/inet.h>" # what an address is
check server "$(in_folder server)" "<>" base text ai match table store hall
check wasm "$(in_folder wasm)" $freestanding base core text record page ai coach match
check cli "$(in_folder cli)" "<>" $all
check tests "$(in_folder tests)" "<>" $all
check bench "$(in_folder bench)" "<>" $all
check fuzz "$(in_folder fuzz)" "<>" base core text record page ai coach table store hall server
check examples "$(in_folder examples)" "<>" base core text ai

# only WORDS FILE: of the page's sources, that file alone may use these words.
only() {
    found=$(grep -rlE "$1" web/src --include=*.ts --include=*.svelte --include=*.js 2>/dev/null | grep -v -e "^web/src/$2\$" -e '\.test\.ts$') || return 0
    echo "$found: only web/src/$2 may use $1" >&2
    bad=1
}
only 'WebAssembly\.[A-Zci]' engine/engine.ts # support.ts may ask whether there is one
only 'new WebSocket|(fetch|ask)\(.?/(api|healthz)' net/socket.ts
exit $bad
