#!/bin/sh
# Proves that engine/core/ is freestanding and keeps no state. Each compiler builds it plainly (`gcc -c engine/core/*.c`), bare and
# optimized; the objects may ask for nothing but four memory functions, and hold no variables.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

symbols_hold() {
    nm "$folder"/*.o | awk '
        NF == 2 && $1 == "U" { wanted[$2] = 1 }
        NF == 3 { defined[$3] = 1 }
        NF == 3 && $2 ~ /^[bBdDgGsScC]$/ { print $3 " is a variable: engine/core/ keeps no state"; bad = 1 }
        END {
            for (name in wanted)
                if (!(name in defined) && name !~ /^(memcpy|memmove|memset|memcmp)$/) {
                    print name " is not in engine/core/: it may ask only for memcpy, memmove, memset, memcmp"; bad = 1
                }
            exit bad
        }'
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for options in "" "-std=c11 -O3"; do
        for file in engine/core/*.c; do
            $compiler $options -c "$file" -o "$folder/$(basename "$file" .c).o"
        done
        echo "$compiler $options: $(nm "$folder"/*.o | awk '$1 == "U" && $2 ~ /^mem/ { print $2 }' | sort -u | xargs)"
        symbols_hold
    done
done
