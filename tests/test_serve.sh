#!/bin/sh
# `fuerstenfeld serve` as a process: options, folders, HTTP, TLS, signals: tests/test_serve.sh [PROGRAM].
cd "$(dirname "$0")/.."
exec python3 tests/serve.py "${1:-build/fuerstenfeld}"
