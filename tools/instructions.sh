#!/bin/sh
# Counts the instructions of random games with callgrind, which gives the same figure on a busy machine as on a quiet
# one: tools/instructions.sh [GAMES]. Two runs, one of twice as many games: their difference leaves start-up out.
set -eu
cd "$(dirname "$0")/.."
games=${1:-50}
program=build/fuerstenfeld-lab
mkdir -p build
. tools/setup.sh
need valgrind:valgrind
tools/build.sh release fuerstenfeld-lab

count() { # GAMES -> "instructions decisions"
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" random-games --games "$1" >build/instructions.txt 2>build/instructions.err
    echo "$(sed -n 's/.*refs: *//p' build/instructions.err | tr -d ,) $(awk '{ n += $3 } END { print n }' build/instructions.txt)"
}

set -- $(count "$games") $(count $((2 * games)))
echo "$3 $1 $4 $2 $games" | awk '{
    instructions = $1 - $2; decisions = $3 - $4; games = 8 * $5   # 2 to 5 players, base and expert
    printf "%.0f instructions a decision, %.0f a game (%d games, %d decisions)\n",
           instructions / decisions, instructions / games, games, decisions }'
