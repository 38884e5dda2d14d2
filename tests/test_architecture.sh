#!/bin/sh
# docs/architecture.md against the sources: every file named, every hop of the walks where it is said to be.
cd "$(dirname "$0")/.." && exec python3 tests/architecture.py
