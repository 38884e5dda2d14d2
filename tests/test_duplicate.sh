#!/bin/sh
# The same deal at many tables: tests/test_duplicate.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
. tests/ok.sh

for bot in steward farmer banker; do
    "$program" selfplay --bots $bot --games 3 --seed 3 --threads 1 --record "$work/$bot.jsonl" >"$work/log" 2>&1
    awk '{ print } /"event":"end"/ { exit }' "$work/$bot.jsonl" >"$work/$bot-1.jsonl" # the first deal alone
done
"$program" selfplay --bots steward --mode expert --games 1 --seed 3 --record "$work/expert.jsonl" >"$work/log" 2>&1

# refuses STATUS PATTERN ARGUMENT...
refuses() {
    want=$1 pattern=$2
    shift 2
    "$program" duplicate "$@" >"$work/out" 2>"$work/err"
    status=$?
    cat "$work/err"
    [ $status = "$want" ] && [ ! -s "$work/out" ] && grep -q -- "$pattern" "$work/err"
}

# Every pair shares one point, so that the shares of a seat's tables add up to half of their number; the better result has the larger share.
adds_up() {
    "$program" duplicate --deals 3 --json "$work/steward.jsonl" "$work/farmer.jsonl" "$work/banker.jsonl" | python3 -c '
import collections, json, sys
all = json.load(sys.stdin)
seats = collections.defaultdict(list)
for one in all["results"]:
    seats[one["deal"], one["seat"]].append(one)
assert len(seats) == 9 and all["deals"] == 3 and all["tables"] == 9
for tables in seats.values():
    assert abs(sum(one["points"] for one in tables) - 15000) <= 3, tables
    key = lambda one: (one["place"], -one["parts"], -one["coins"], one["rounds"])
    ranked = sorted(tables, key=key)
    for better, worse in zip(ranked, ranked[1:]):
        assert (better["points"] > worse["points"]) == (key(better) < key(worse)), tables
for player in all["players"]:
    assert player["deals"] == 3 and 0 <= player["low"] <= player["points"] <= player["high"] <= 10000, player'
}

# One deal: a table of three seats, and no interval.
one_deal() {
    "$program" duplicate "$work/steward-1.jsonl" "$work/farmer-1.jsonl" >"$work/out" || return 1
    cat "$work/out"
    [ "$(grep -c '^seat' "$work/out")" = 3 ] && grep -q '^Deal 1: base game, 3 players, 2 tables' "$work/out" &&
        [ "$(grep -c 'one deal proves nothing' "$work/out")" = 6 ]
}

ok "several deals: shares add up, and follow the results" adds_up
ok "one deal: no interval" one_deal
# Two people who did the same at two tables are equal; the same game twice is none to compare, whatever its file is called.
sed 's/steward-/stranger-/g' "$work/steward-1.jsonl" >"$work/stranger-1.jsonl"
ok "who did the same is equal" sh -c '[ "$("$1" duplicate "$2" "$3" | grep -c "  50.0 %$")" = 6 ]' - "$program" "$work/steward-1.jsonl" "$work/stranger-1.jsonl"
ok "the same file twice" refuses 2 "steward-1.jsonl, game 1 is the same game as .*steward-1.jsonl, game 1: " "$work/steward-1.jsonl" "$work/steward-1.jsonl"
ln -s steward-1.jsonl "$work/link.jsonl"
ok "the same file by another name" refuses 2 "link.jsonl, game 1 is the same game as .*steward-1.jsonl, game 1: " "$work/steward-1.jsonl" "$work/link.jsonl"
{ echo; sed 's/$/\r/; s/^{"event":"game",/{"event":"game","date":"yesterday",/' "$work/steward-1.jsonl"; } >"$work/copy.jsonl"
ok "a copy with another date and other line ends" refuses 2 "copy.jsonl, game 1 is the same game as .*steward-1.jsonl, game 1: the same players and decisions" "$work/steward-1.jsonl" "$work/copy.jsonl"
cat "$work/steward-1.jsonl" "$work/steward-1.jsonl" >"$work/twice.jsonl"
ok "the same game twice in a file" refuses 2 "twice.jsonl, game 2 is the same game as .*twice.jsonl, game 1: " "$work/twice.jsonl"
ok "another deal" refuses 1 "game 2 has a different deal than .*steward.jsonl, game 1: the demand cards are different; --deals N" "$work/steward.jsonl"
ok "another mode" refuses 1 "the mode is different" "$work/steward-1.jsonl" "$work/expert.jsonl"
ok "a deal at one table" refuses 1 "was played only once" --deals 3 "$work/steward.jsonl"
ok "no file" refuses 2 "FILE is missing"
ok "a file that is not there" refuses 2 "nowhere" "$work/nowhere"
ok "a file that is no record" refuses 2 "README.md:1: not JSON" README.md
ok "no deals" refuses 2 "deals" --deals 0 "$work/steward.jsonl"

all_done
