#!/bin/sh
# Installs into a folder of its own and uses what is there as somebody else would: tests/test_install.sh PROGRAM, whose folder
# is the build to install. A build without the library has nothing to install.
set -u
cd "$(dirname "$0")/.."
build=$(realpath "$(dirname "${1:-build/fuerstenfeld}")")
. tests/ok.sh
if [ ! -e "$build/lib/libfuerstenfeld.a" ]; then
    echo "the library is not part of this build"
    all_done
    exit
fi
prefix=$work/prefix
ok "cmake --install" cmake --install "$build" --prefix "$prefix"
lib=$(dirname "$(dirname "$(find "$prefix" -name fuerstenfeld.pc)")")
so=$lib/libfuerstenfeld.so.0

ok "install: everything has its place" ls "$prefix/bin/fuerstenfeld" "$prefix/share/man/man1/fuerstenfeld.1" \
    "$prefix/share/doc/fuerstenfeld/LICENSE" "$prefix/share/doc/fuerstenfeld/rules.md" \
    "$prefix/share/doc/fuerstenfeld/examples/one_game.c" "$prefix/share/fuerstenfeld/editions/default.edition" \
    "$prefix/share/bash-completion/completions/fuerstenfeld" "$prefix/share/zsh/site-functions/_fuerstenfeld" \
    "$prefix/share/fish/vendor_completions.d/fuerstenfeld.fish" "$prefix/include/fuerstenfeld/ff.h" \
    "$so" "$lib/libfuerstenfeld.so" "$lib/libfuerstenfeld.a"
ok "install: the units name the program that was installed" \
    grep -q "^ExecStart=$prefix/bin/fuerstenfeld serve " "$prefix/lib/systemd/system/fuerstenfeld.service"
ok "install: the program runs" "$prefix/bin/fuerstenfeld" selfplay --games 2 --edition "$prefix/share/fuerstenfeld/editions/swift.edition"

# Every link of an installed document leads to something that is installed.
links_hold() {
    (cd "$prefix/share/doc/fuerstenfeld" && find . -name '*.md' | while read -r document; do
        grep -oE '\]\([^)# ]+' "$document" | sed 's/^](//' | grep -v '^https\{0,1\}:' | while read -r link; do
            [ -e "${document%/*}/$link" ] || echo "$document: $link"
        done
    done) >"$work/dead"
    cat "$work/dead"
    [ -s "$prefix/share/doc/fuerstenfeld/README.md" ] && [ -s "$prefix/share/doc/fuerstenfeld/notebook/server.md" ] && [ ! -s "$work/dead" ]
}
ok "install: the documents' links hold" links_hold
fair_md() { (cd "$prefix/share/doc/fuerstenfeld" && sed -n 's/^\$ fuerstenfeld verify --fair //p' players/fair.md | xargs -n 1 "$prefix/bin/fuerstenfeld" verify --fair); }
ok "install: the games of fair.md are there" fair_md

# ---------------------------------------------------------------------------------------------------------- names

# Nothing but the names of the list, whoever looks; and the list is what the headers declare.
shared_names() { nm -D --defined-only "$so" | sed -n 's/^[0-9a-f]* [A-Z] \([a-z0-9_]*\)@@FUERSTENFELD_0$/\1/p' | LC_ALL=C sort; }
all_shared() { nm -D --defined-only "$so" | sed -n 's/^[0-9a-f]* [A-Z] \([^@]*\).*/\1/p' | grep -v '^FUERSTENFELD_0$' | LC_ALL=C sort; }
static_names() { nm --defined-only -g "$lib/libfuerstenfeld.a" | sed -n 's/^[0-9a-f]* [A-Z] //p' | LC_ALL=C sort; }
same_names() { "$1" | diff cmake/library.symbols -; }
declared() { tools/symbols.sh "$build" | diff cmake/library.symbols - || { echo "write cmake/library.symbols again: see tools/symbols.sh" && false; }; }
ok "library: the list of names is what the headers declare" declared
ok "library: the shared one has these names with their version" same_names shared_names
ok "library: ... and no others" same_names all_shared
ok "library: the static one has these names and no others" same_names static_names
prefixed() { ! grep -v '^ff_' cmake/library.symbols && # and no header declares or defines another name at the beginning of a line
    ! sed -n 's/^ *#define \([A-Za-z0-9_]*\).*/\1/p; s/^\(struct\|enum\) \([a-z0-9_]*\) {$/\2/p' "$prefix"/include/fuerstenfeld/*.h | grep -v '^ff_\|^FF_' | grep -v '^X$'; }
ok "library: every name begins with ff_" prefixed
soname() { readelf -d "$1" | grep -q 'SONAME.*\[libfuerstenfeld\.so\.0\]'; }
ok "library: SONAME" soname "$so"
needs_libc_alone() { ! readelf -d "$so" | grep NEEDED | grep -v '\[libc\.'; }
ok "library: it needs nothing but the C library" needs_libc_alone

# ------------------------------------------------------------------------------------------------------- examples

# Every header alone, in C and in C++.
headers() {
    for header in "$prefix"/include/fuerstenfeld/*.h; do
        echo "#include <fuerstenfeld/$(basename "$header")>" >"$work/header.c"
        "$@" -Wall -Wextra -pedantic -Werror -fsyntax-only -I"$prefix/include" "$work/header.c" || return 1
    done
}
ok "headers: C11" headers gcc -std=c11
ok "headers: C++11" headers g++ -std=c++11 -x c++
ok "headers: C++20" headers g++ -std=c++20 -x c++

played() {
    [ "$("$1/one_game")" = "over after round 37, winners 0x4" ] &&
        [ "$("$1/chain" "brewery A, sell 1 hops")" = "round 1, seat 0 may: sell 0 barley; sell 1 barley" ] &&
        ! "$1/chain" "brewery A; sell 2 hops" 2>/dev/null && ! "$1/chain" "sing" 2>/dev/null &&
        yes 1 | "$1/front_end" 7 | grep -q '^After round [0-9]*: Anna ' &&
        "$1/batch" >"$work/batch" && grep -q "^fuerstenfeld [0-9.]*: [1-9][0-9]* games over" "$work/batch"
}
export PKG_CONFIG_PATH="$lib/pkgconfig"
with_pkg_config() { # COMPILER...
    rm -rf "$work/examples" && mkdir "$work/examples" || return 1
    for name in one_game chain front_end batch; do
        # shellcheck disable=SC2046
        "$@" -Wall -Wextra -Werror "examples/$name.c" -o "$work/examples/$name" $(pkg-config --cflags --libs fuerstenfeld) || return 1
    done
    LD_LIBRARY_PATH=$lib played "$work/examples"
}
ok "pkg-config: the examples in C" with_pkg_config gcc -std=c11
ok "pkg-config: the examples in C++" with_pkg_config g++ -std=c++17 -x c++
without_headers() { python3 examples/batch.py "$so" | diff "$work/batch" -; }
ok "ctypes: without headers the batch plays the same games" without_headers
# The lines of docs/authors/library.md, with this prefix.
line_of_library_md() { # PATTERN
    line=$(grep "^cc examples/front_end.c .*$1" docs/authors/library.md) && rm -f "$work/a.out" &&
        sh -c "$line -o '$work/a.out'" &&
        yes 1 | "$work/a.out" 7 | grep -q '^After round [0-9]*: Anna '
}
ok "pkg-config: a program that knows where the library lies" line_of_library_md rpath
ok "pkg-config: the static library" line_of_library_md 'libfuerstenfeld\.a'
version() { [ "fuerstenfeld $(pkg-config --modversion fuerstenfeld)" = "$("$prefix/bin/fuerstenfeld" --version)" ]; }
ok "pkg-config: the program's version" version
with_find_package() { # [cmake options]
    rm -rf "$work/examples"
    cmake -S examples -B "$work/examples" -DCMAKE_PREFIX_PATH="$prefix" "$@" && cmake --build "$work/examples" && played "$work/examples" &&
        [ "$("$work/examples/one_game_static")" = "over after round 37, winners 0x4" ] &&
        ! readelf -d "$work/examples/front_end_static" | grep -q libfuerstenfeld
}
ok "find_package: the examples in C, shared and static" with_find_package
ok "find_package: the examples in C++, shared and static" with_find_package -DAS_CPLUSPLUS=ON
# The game for OpenSpiel, compiled with a stub of its interface: tests/openspiel/.
openspiel() {
    # shellcheck disable=SC2046
    g++ -std=c++17 -O1 -Wall -Werror -Itests/openspiel examples/openspiel/*.cc -o "$work/playthrough" $(pkg-config --cflags --libs fuerstenfeld) &&
        LD_LIBRARY_PATH=$lib "$work/playthrough" with-tests >"$work/playthrough.txt" && diff examples/openspiel/playthrough.txt "$work/playthrough.txt"
}
ok "examples: the game for OpenSpiel plays its playthrough" openspiel
small() { [ "$(wc -l <examples/front_end.c)" -lt 150 ]; }
ok "examples: a whole front end has fewer than 150 lines" small

# -------------------------------------------------------------------------------------------------------- machines

big_endian() {
    echo '#include "engine/core/ff.h"' >"$work/big.c"
    ! gcc -std=c11 -I. -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ -fsyntax-only "$work/big.c" 2>"$work/big.err" &&
        cat "$work/big.err" && grep -q 'error.*little-endian' "$work/big.err"
}
ok "machines: a big-endian one is refused with a sentence" big_endian
# An amd64 of before 2009. It has none of the instructions that the program is compiled for.
old_processor() {
    qemu-x86_64-static -cpu core2duo "$prefix/bin/fuerstenfeld" --version >"$work/old" 2>&1
    status=$?
    cat "$work/old"
    [ $status = 2 ] && [ "$(wc -l <"$work/old")" = 1 ] && grep -q 'this processor is too old' "$work/old"
}
if [ "$(uname -m)" = x86_64 ] && command -v qemu-x86_64-static >/dev/null; then
    ok "machines: an old processor is refused with a sentence" old_processor
fi
all_done
