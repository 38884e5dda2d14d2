#!/bin/sh
# Writes web/src/engine/rules.ts: the cards and the numbers of the rules as engine/core/ff.h has them. tools/constants.sh [--check]: compares
# instead, and exit 1 tells that it must be written again.
set -eu
cd "$(dirname "$0")/.."
target=web/src/engine/rules.ts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/constants.c" <<'END'
#include "engine/core/ff.h"
#include "engine/text/notation.h"
#include <stdio.h>
#define TELL(room, name) printf("export const " #name " = %d\n", (int)room##_##name)
int main(void)
{
    puts("// rules.ts - the cards and the numbers of the rules, written by tools/constants.sh from engine/core/ff.h. Not to be changed by hand.\n");
    puts("export const CARDS = [");
#define X(id, name, yield) puts("  '" #name "',");
    FF_CARD_TABLE(X)
    puts("] as const\n");
    TELL(FF, PLAYERS_MIN), TELL(FF, PLAYERS_MAX), TELL(FF, SPACES), TELL(FF, PALACE_PARTS), TELL(FF, TRACK_END), TELL(FF, MARKET_MAX);
    TELL(FF, OPTION_NO_OFFICE);
    puts("/** A spectator. */");
    TELL(FF, NOBODY);
    puts("/** Sees every card: for games that are over. */");
    TELL(TEXT, ALL_SEEING);
}
END
${CC:-cc} -std=c11 -I. "$work/constants.c" -o "$work/constants"
"$work/constants" >"$work/rules.ts"
if [ "${1:-}" = --check ]; then
    diff -u $target "$work/rules.ts" || { echo "$target is not what engine/core/ff.h says: run tools/constants.sh" >&2 && exit 1; }
else
    cp "$work/rules.ts" $target
fi
