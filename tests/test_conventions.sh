#!/bin/sh
# Every command keeps to the usual conventions, and every name is understood: tests/test_conventions.sh [PROGRAM]
cd "$(dirname "$0")/.."
exec python3 tests/conventions.py "$(realpath "${1:-build/fuerstenfeld}")"
