#!/bin/sh
# The names that the library exports: tools/symbols.sh BUILD-FOLDER prints those that its headers declare, sorted. After a change
# of a header write them to cmake/library.symbols; a name that goes, or means something else, needs a new SOVERSION.
set -eu
cd "$(dirname "$0")/.."
include=${1:-build}/include
inner="blake2b.h json.h" # library_inner_headers of cmake/library.cmake
for header in "$include"/fuerstenfeld/*.h; do
    name=${header##*/}
    case " $inner " in *" $name "*) continue ;; esac
    # gcc lists the functions with where they are declared, inline ones too; data are declared at the beginning of a line.
    echo "#include <fuerstenfeld/$name>" | gcc -x c -std=c11 -I"$include" -fsyntax-only -aux-info /dev/stdout - |
        sed -nE "s#^/\* [^ ]*/fuerstenfeld/$name:.* \*/ (extern|static) [^(]*[ *]([a-z0-9_]*) \(.*#\2#p"
    sed -n 's/^extern const [^(;]*[ *]\([a-z0-9_]*\)\(\[[^;]*\)\{0,1\};.*/\1/p' "$header"
done | LC_ALL=C sort -u
