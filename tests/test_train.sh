#!/bin/sh
# Black-box tests of training: tests/test_train.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
lab=$(dirname "$program")/fuerstenfeld-lab
net=weights/default.net
. tests/ok.sh
games=$((160 / slow)) # of a run that is cut off

# fails PATTERN ARGUMENT...: exit status 2 and a line on stderr.
fails() {
    pattern=$1
    shift
    "$lab" "$@" </dev/null >"$work/out" 2>"$work/err"
    got=$?
    cat "$work/err"
    [ $got = 2 ] && grep -q -- "$pattern" "$work/err"
}

train() { "$lab" train --lap 10 --seed 5 "$@" >/dev/null; }

# The second run is ended as soon as it has a checkpoint, and goes on from it.
resumes() {
    train --games $games --out "$work/whole.net" --checkpoint "$work/whole" || return 1
    "$lab" train --lap 10 --seed 5 --games $games --out "$work/parts.net" --checkpoint "$work/parts" >/dev/null &
    meanwhile $! [ -e "$work/parts" ]
    kill -s KILL $! 2>/dev/null
    wait $!
    train --games $games --out "$work/parts.net" --checkpoint "$work/parts" && cmp "$work/whole.net" "$work/parts.net"
}

on_threads() { train --games $((60 / slow)) --threads 3 --out "$work/$1.net"; }

same_again() { on_threads a && on_threads b && cmp "$work/a.net" "$work/b.net"; }

plays() { "$program" arena --bots "apprentice@$1,random" --players 2 --games 2 --no-times; }

positions() { "$lab" positions --net $net --games $((120 / slow)) --seed 7 --out "$work/positions$1" --threads "$1"; }

same_on_threads() { positions 1 && positions 3 && cmp "$work/positions1" "$work/positions3"; }

# The options are for guests of every level.
league() {
    "$lab" positions --net $net --older $net --games 20 --guests 0.9 --levels 2,2,2,2,0.5 --levels-known 0.5 --width 2 --lessons 0 \
        --seed 7 --out "$work/league$1" --threads "$1"
}

same_league() { league 1 && league 2 && cmp "$work/league1" "$work/league2"; }

# So is training beside such guests, and it goes on only beside the same.
train_beside() { "$lab" train --start $net --older $net --guests 1 --levels 1,1,1,4,0 --levels-known 1 --lap 10 --games 20 --seed 5 --force --out "$work/$1.net" >/dev/null; }

same_beside() { train_beside a && train_beside b && cmp "$work/a.net" "$work/b.net" && ! cmp -s "$work/a.net" "$work/more.net"; }

other_guests() {
    train --games 10 --out "$work/guests.net" --checkpoint "$work/guests" &&
        fails "of a run with --seed 5 .* --levels 0,1,0,0,0 --levels-known 0.5, no --older network and the same --edition" train --lap 10 --seed 5 --games 10 \
            --levels 1,0,0,0,0 --out "$work/guests.net" --checkpoint "$work/guests"
}

# Any bit that is another one is noticed; the size is that of the weights, so a few places stand for all.
damaged_checkpoint() {
    size=$(wc -c <"$work/whole")
    for at in 60 200 $((size / 3)) $((size - 5)); do
        cp "$work/whole" "$work/damaged" && printf '\252' | dd of="$work/damaged" bs=1 seek=$at conv=notrunc 2>/dev/null
        fails "damaged: the checksum does not agree" train --lap 10 --seed 5 --games $games --out "$work/damaged.net" --checkpoint "$work/damaged" || return 1
    done
}

other_edition() { fails "another --edition" train --lap 10 --seed 5 --games $games --edition editions/swift.edition --out "$work/x.net" --checkpoint "$work/whole"; }

# A run that is told to end saves what it has, and goes on from there.
interrupted() {
    "$lab" train --lap 10 --seed 5 --games $games --out "$work/int.net" --checkpoint "$work/int" >/dev/null 2>"$work/err" &
    meanwhile $! grep -qs '^SigCgt:.*[4-7c-f]...$' /proc/$!/status # until it catches SIGTERM
    kill -s TERM $! 2>/dev/null
    wait $!
    got=$?
    cat "$work/err"
    [ $got = 0 ] || { [ $got = 143 ] && grep -q "the same command goes on" "$work/err" && [ -e "$work/int" ] && [ -e "$work/int.net" ]; } || return 1
    train --games $games --out "$work/int.net" --checkpoint "$work/int" && cmp "$work/whole.net" "$work/int.net"
}

# searched THREADS: positions of prince's searches.
searched() { "$lab" positions --net $net --search 20 --worlds 2 --players 2 --games 2 --seed 7 --out "$work/searched$1" --threads "$1"; }

same_searches() { searched 1 && searched 2 && cmp "$work/searched1" "$work/searched2"; }

# Reads the format of docs/authors/training.md: chances add up to 1, and a played turn has the game's result.
whole_records() { python3 - "$work/$1" "$2" <<'END'
import struct, sys
data, searched = open(sys.argv[1], "rb").read(), sys.argv[2] == "searched"
records = list(struct.iter_unpack("<320H5f5f2H", data))
assert records
for record in records:
    target, result, players, worlds = record[320:325], record[325:330], record[330], record[331]
    assert 2 <= players <= 5 and sum(target) < 1.001 and not any(target[players:] + result[players:])
    assert (worlds >= 2 and 0.99 < sum(target)) if searched else worlds == 0
results = [sum(record[325:330]) for record in records]
assert all(x == 0 or abs(x - 1) < 0.001 for x in results) and max(results) > 0 and (min(results) == 0 or not searched)
END
}

ok "a run that was cut off ends as if it had not been" resumes
ok "a run is repeatable for a number of threads" same_again
ok "a run that is finished is not begun again" train --games $games --out "$work/whole.net" --checkpoint "$work/whole"
ok "what comes out plays" plays "$work/whole.net"
ok "another run's checkpoint is refused" fails "the checkpoint is of a run with --seed 5 --games $games" train --games 500 \
    --lap 10 --seed 5 --out "$work/x.net" --checkpoint "$work/whole"
ok "a run that is interrupted saves what it has" interrupted
ok "a damaged checkpoint is refused" damaged_checkpoint
ok "a checkpoint of a run with another edition is refused" other_edition
ok "a run begins with a network" train --games 20 --start $net --out "$work/more.net"
ok "that is none" fails "LICENSE: this is no network" train --games 20 --start LICENSE --out "$work/x.net"
ok "nor is one that is not there" fails "nowhere: cannot be read" train --games 20 --start nowhere --out "$work/x.net"
ok "training beside guests of all levels is repeatable, and not as among stewards" same_beside
ok "a checkpoint of a run beside other guests is refused" other_guests
ok "train: five levels" fails "train: --levels is .1,2., must be five numbers" train --levels 1,2 --out "$work/x.net"
ok "train: an older network is one" fails "LICENSE: this is no network" train --older LICENSE --out "$work/x.net"
ok "train: a share is one" fails "--guests is \"many\", must be a number from 0 to 1" train --guests many --out "$work/x.net"
for share in 0x1p-1 nan inf 0x0 "" " 0.5" 0,5; do
    ok "no share: '$share'" fails "must be a number from 0 to 1" train --out "$work/x.net" --base "$share"
done
ok "train: a rate is above 0" fails "--rate is a number above 0 and at most 1, not '0'" train --rate 0 --out "$work/x.net"
ok "train: where to" fails "say where to write the weights" train --games 20
ok "positions are the same on any number of threads" same_on_threads
ok "positions are whole records" whole_records positions1 played
ok "positions of searches are the same on any number of threads" same_searches
ok "they are whole records, too, with results of the turns that were played" whole_records searched1 searched
ok "a league is the same on any number of threads" same_league
ok "positions: the network is not written over" fails "name the same file" positions --net "$work/whole.net" --out "$work/whole.net" --force
ok "positions: five levels" fails "must be five numbers" positions --net $net --out "$work/p" --levels 1,2
ok "positions: not all of them 0" fails "must be five numbers" positions --net $net --out "$work/p" --levels 0,0,0,0,0
ok "positions: an older network is one" fails "LICENSE: this is no network" positions --net $net --out "$work/p" --older LICENSE
ok "positions: which network, where to" fails "say which network plays" positions --games 20
ok "positions: a share is one" fails "--guests is \"2\", must be a number from 0 to 1" positions --net $net --out "$work/p" --guests 2
ok "nothing half-written stays" [ ! -e "$work/x.net" ]

all_done
