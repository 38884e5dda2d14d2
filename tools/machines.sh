#!/bin/sh
# The same program on other machines, with qemu: tools/machines.sh PROGRAM. An amd64 of before 2009 runs PROGRAM itself; for
# arm64 the rules and the bots are compiled and must give the same hashes as here.
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
tests=$(dirname "$program")/tests
. tests/ok.sh

# Neither has SSE4 or popcnt, the second no SSSE3 either.
plays() { qemu-x86_64-static -cpu "$1" "$program" selfplay --bots prince:20,steward,random --games 2 --seed 3 | tee "$work/$1" | diff "$work/here" -; }
"$program" selfplay --bots prince:20,steward,random --games 2 --seed 3 >"$work/here"
[ "$(uname -m)" != x86_64 ] || for cpu in core2duo Opteron_G1; do
    ok "amd64: the same games on a $cpu" plays $cpu
    ok "amd64: a record holds on a $cpu" qemu-x86_64-static -cpu $cpu "$program" verify examples/game.jsonl
done

# arm PROGRAM SOURCE...: compiled for arm64 with the rooms it needs.
arm() {
    name=$1
    shift
    aarch64-linux-gnu-gcc -std=c11 -O2 -I. -static -D_POSIX_C_SOURCE=200809L "$@" match/random_games.c base/*.c core/*.c text/*.c \
        "$work/default_edition.c" "$work/default_net.c" -o "$work/$name"
}
embed() { cmake -DINPUT="$1" -DOUTPUT="$work/$2.c" -DNAME="$2" -DTYPE="$3" -P cmake/embed.cmake; }
same() { qemu-aarch64-static "$work/$1" >"$work/arm" && "$tests/$1" | diff - "$work/arm"; }
ok "arm64: built-in data" eval 'embed editions/default.edition default_edition char && embed weights/default.net default_net uint8_t'
ok "arm64: the rules compile" arm hash tests/hash.c
ok "arm64: the same games give the same positions" same hash
ok "arm64: the bots compile" arm bot_hash tests/bot_hash.c $(ls ai/*.c | grep -v avx2)
ok "arm64: the same bots choose alike" same bot_hash
all_done
