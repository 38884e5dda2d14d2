#!/bin/sh
# Text from elsewhere reaches no terminal as it is, through no command. tests/test_hostile.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
exec python3 tests/hostile.py "$(realpath "${1:-build/fuerstenfeld}")"
