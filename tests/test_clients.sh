#!/bin/sh
# Clients of the server, good and bad: tests/test_clients.sh [PROGRAM]. ./check --all runs the slow part on the release build: crashes,
# broken disks, several servers.
cd "$(dirname "$0")/.."
exec tests/server/all.sh "${1:-build/fuerstenfeld}" protocol client conformance hostile
