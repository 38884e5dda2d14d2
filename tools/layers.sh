#!/bin/sh
# Holds every room to the table of docs/architecture.md, which stands here once more for the machine: which rooms it may include,
# which headers of the system, what its exported names begin with, and that a room which claims to do no I/O asks nobody for any.
# tools/layers.sh [BUILD-FOLDER]. Prints what breaks them; exit 1 if any.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
bad=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ------------------------------------------------------------------------------------------------------- headers

# includes ROOM "FILES" ALLOWED...: rooms, and system headers ("<>": all of them). A room may include itself.
includes() {
    room=$1 files=$2
    shift 2
    [ -n "$files" ] || return 0
    grep -Hn '^ *# *include' $files | awk -F: -v room="$room" -v allowed="$*" '
        BEGIN { n = split(allowed " " room, word, " "); for (i = 1; i <= n; i++) may[word[i]] = 1 }
        {
            name = $3
            if (match(name, /<.*>/)) {
                name = substr(name, RSTART, RLENGTH)
                ok = (name in may) || ("<>" in may)
            } else {
                sub(/^[^"]*"/, "", name); sub(/".*/, "", name)
                folder = name; if (!sub(/\/.*/, "", folder)) folder = room
                ok = (folder in may) && name !~ /\.\./
            }
            if (!ok) { print $0 "   <- " room "/ may include: " allowed; bad = 1 }
        }
        END { exit bad }' || bad=1
}

# tags ROOM "PREFIXES": what a header of the room calls a struct or an enum begins so, or is the prefix alone. Headers for the room's own
# files (*_in.h) are its own affair.
tags() {
    grep -HnE '^(struct|enum) [a-z0-9_]+ \{' $(find "$1" -name '*.h' ! -name '*_in.h') /dev/null | awk -F: -v prefixes="$2" '
        BEGIN { n = split(prefixes, prefix, " ") }
        {
            split($3, word, " "); ok = 0
            for (i = 1; i <= n; i++) ok = ok || index(word[2] "_", prefix[i]) == 1
            if (!ok) { print $0 "   <- begins with none of: " prefixes; bad = 1 }
        }
        END { exit bad }' || bad=1
}

# ------------------------------------------------------------------------------------------------------- symbols

# symbols ROOM FILE...: lines "ROOM def NAME" and "ROOM use NAME" of the objects' global symbols. (readelf, since nm would be told by a
# plug-in what the optimiser keeps, which leaves memcpy and its like out.)
symbols() {
    room=$1
    shift
    readelf -sW "$@" | awk -v room="$room" '$5 == "GLOBAL" || $5 == "WEAK" {
        if ($8 != "" && $8 != "_GLOBAL_OFFSET_TABLE_") print room, $7 == "UND" ? "use" : "def", $8 }' | sort -u >>"$work/symbols"
}

# named ROOM "PREFIXES": every name that the room exports begins with one of them.
named() {
    awk -v room="$1" -v prefixes="$2" '
        BEGIN { n = split(prefixes, prefix, " ") }
        $1 == room && $2 == "def" {
            ok = 0
            for (i = 1; i <= n; i++) ok = ok || index($3 "_", prefix[i]) == 1
            if (!ok) { print room "/ exports " $3 "   <- begins with none of: " prefixes; bad = 1 }
        }
        END { exit bad }' "$work/symbols" || bad=1
}

# uses ROOM ALLOWED...: of what the room's objects need, everything is in the rooms that it may include, or is allowed by name ("<>": all).
uses() {
    room=$1
    shift
    awk -v room="$room" -v allowed="$*" '
        BEGIN { n = split(allowed, word, " "); for (i = 1; i <= n; i++) may[word[i]] = 1; may[room] = 1 }
        $2 == "def" { home[$3] = $1 }
        $1 == room && $2 == "use" { used[$3] = 1 }
        END {
            for (name in used)
                if (name in home ? !(home[name] in may) : !("<>" in may) && !(name in may)) {
                    print room "/ needs " name (name in home ? " of " home[name] "/" : "") "   <- it may use: " allowed; bad = 1
                }
            exit bad
        }' "$work/symbols" || bad=1
}

# --------------------------------------------------------------------------------------------------------- rooms

four="<stdint.h> <stdbool.h> <stddef.h> <string.h>"
pure="$four <stdlib.h> <assert.h>" # memory, but no file, no socket, no clock
bytes="memcpy memmove memset memcmp memchr strlen strcmp strncmp strchr strrchr strstr strcspn strspn strcpy strncpy"
memory="$bytes malloc calloc realloc free qsort bsearch abort __assert_fail"
all="base core text record page ai coach train match table store hall server wasm cli tests builtin"

# room NAME "PREFIXES" "ROOMS" "HEADERS" "SYMBOLS"
room() {
    [ -d "$1" ] || return 0
    includes "$1" "$(find "$1" -name '*.[ch]' ! -name lanes.h)" $3 $4
    tags "$1" "$2"
    named "$1" "$2"
    uses "$1" $3 $5
}

for name in base core text record page ai coach train match table store hall server; do
    [ ! -d $name ] || [ -f "$build/libff_$name.a" ] || { echo "$build/libff_$name.a is not built: cmake --build --preset release" >&2 && exit 2; }
    [ ! -d $name ] || symbols $name "$build/libff_$name.a"
done
symbols cli $(for source in cli/*.c; do ls "$build/CMakeFiles/fuerstenfeld.dir/$source.o" 2>/dev/null; done) # not what an older tree left there

room base "base_" "" "$four" "$bytes"
room core "ff_" "" "$four" "memcpy memmove memset memcmp"
room text "text_" "base core" "$four" "$bytes"
room record "record_" "base core text" "$four" "$bytes"
room page "page_" "base core text" "$four" "$bytes"
room ai "bot_ net_ features_ steward_ turn_ ahead_ luck_ seen_ setup_ belief_ told_ win_" "core" "$four" "$bytes __cpu_model"
room coach "coach_" "base core text record page ai" "$four" "$bytes"
room train "train_" "core ai" "$four <math.h>" "$bytes expf logf pow sqrtf"
room match "match_" "base core text record ai builtin" "<>" "<>"
room table "table_" "base core text record" "$pure" "$memory"
room store "store_" "base table" "<>" "<>"
room hall "hall_" "base core text record ai table store" "$pure" "$memory"
room server "server_ clock_ file_ files_ frames_ head_ http_ metrics_ peer_ peers_ tls_ wires_ workers_ ws_" "base core text ai match table store hall builtin" \
    "<>" "<>"
room cli "cli_ cmd_ admin_ arena_ ask_ bench_ explain_ line_ main play_ progress_ saves_ screen_ serve_ tell_" "$all" "<>" "<>"
includes ai ai/lanes.h "<stdint.h>" "<string.h>" "<smmintrin.h>" "<immintrin.h>" "<wasm_simd128.h>" # the machine's vectors
includes wasm "$(find wasm -name '*.[ch]')" $four base core text record page ai coach match builtin
includes tests "$(find tests -name '*.[ch]')" "<>" $all
includes bench "$(find bench -name '*.[ch]')" "<>" $all
includes fuzz "$(find fuzz -name '*.[ch]')" "<>" base core text record page ai coach table store hall server builtin
includes examples "$(find examples -name '*.[ch]')" "<>" base core text page ai builtin

# ---------------------------------------------------------------------------------------------------- the page

# only WORDS FILE: of the page's sources, that file alone may use these words.
only() {
    found=$(grep -rlE "$1" web/src --include=*.ts --include=*.svelte --include=*.js 2>/dev/null | grep -v -e "^web/src/$2\$" -e '\.test\.ts$') || return 0
    echo "$found: only web/src/$2 may use $1" >&2
    bad=1
}
only 'WebAssembly\.[A-Zci]' engine/engine.ts # support.ts may ask whether there is one
only 'new WebSocket|(fetch|ask)\(.?/(api|healthz)' net/socket.ts
exit $bad
