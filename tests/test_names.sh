#!/bin/sh
# What a name may hold, for every character of Unicode. tests/test_names.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
. tests/ok.sh

ok "names: nothing hidden is let in, nothing seen is refused" \
    python3 tests/names.py "$(dirname "$program")/tests/names"
all_done
