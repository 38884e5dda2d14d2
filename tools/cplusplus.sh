#!/bin/sh
# engine/core/ must also be valid C++17, because a GPU compiler reads it as C++: checked with g++, and with nvcc where there is
# one (host and device code).
set -eu
cd "$(dirname "$0")/.."

for file in engine/core/*.c; do
    g++ -std=c++17 -x c++ -Wall -Wno-enum-compare -Werror -I. -fsyntax-only "$file"
done
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null || true)
if [ -n "$nvcc" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    "$nvcc" -std=c++17 -x cu -I. -dc -Werror all-warnings -Xcompiler -Wno-enum-compare --threads 0 -odir "$folder" engine/core/*.c
    echo "nvcc: every file of engine/core/ compiles for host and device"
fi
