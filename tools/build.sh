#!/bin/sh
# Builds what a measurement needs, so that its command works on a fresh checkout: tools/build.sh PRESET TARGET...
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
. tools/setup.sh
case $1 in wasm) need $page_tools ;; *) need $program_tools ;; esac
preset=$1
shift
build "$preset" "$*"
