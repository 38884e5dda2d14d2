#!/bin/sh
# Seeds for the fuzzing harnesses, from what the tests hold: tools/seeds.sh FOLDER makes FOLDER/HARNESS/*. Quick, and the
# same every time.
set -eu
cd "$(dirname "$0")/.."
seeds=$1
mkdir -p "$seeds/record" "$seeds/edition" "$seeds/position" "$seeds/notation" "$seeds/actions" "$seeds/setup" "$seeds/game" "$seeds/app" "$seeds/message" "$seeds/net" "$seeds/view" "$seeds/wire"

# Golden records: the first game of each file, whole and its first lines. As mere bytes they also steer actions.
for file in tests/golden/*.jsonl; do
    name=$(basename "$file" .jsonl)
    awk '/"game"/ && n++ { exit } { print }' "$file" >"$seeds/record/$name"
    head -n 20 "$seeds/record/$name" >"$seeds/record/$name-start"
    tail -c 2000 "$file" | tee "$seeds/actions/$name" "$seeds/game/$name" >"$seeds/setup/$name"
done
cp editions/*.edition tests/golden/*.edition "$seeds/edition/"
cp weights/default.net "$seeds/net/"

# Scenarios: the given facts as positions, what is done as chains. A chain needs two bytes before it that choose the deal.
for file in tests/scenarios/*.txt; do
    awk -v seeds="$seeds" -v name="$(basename "$file" .txt)" '
        /^scenario/ { n++; given = 0 }
        /^(do|refused) / { given = 0; chain = $0; sub(/^[^:]*: /, "", chain); sub(/ because .*/, "", chain)
                           print (n in begun ? "" : "00") chain > (seeds "/notation/" name "-" n); begun[n] = 1 }
        /^given/ { given = 1; sub(/^given */, "") }
        /^[a-z]/ && !/^(brewery|player|stage|mode|players|round|turn|palaces)/ { given = 0 }
        given { sub(/^ */, ""); print > (seeds "/position/" name "-" n) }' "$file"
done

# Views as a server prints them: of a player, of a spectator, base and expert.
cp tests/golden/views/*.txt "$seeds/view/"

# Messages of docs/authors/protocol.md. As mere bytes, a little of the golden records steers a server too.
grep '^> {' docs/authors/protocol.md | cut -c3- | awk -v seeds="$seeds" '{ print > (seeds "/message/" NR) }'
for file in "$seeds"/actions/*; do head -c 200 "$file" >"$seeds/app/${file##*/}"; done

# Requests, and a masked frame or two.
printf 'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n' >"$seeds/wire/upgrade"
printf 'POST /api/guest HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}' >"$seeds/wire/post"
printf '\201\202\001\002\003\004zz\211\200\001\002\003\004\001\201\001\002\003\004z\200\376\000\002\001\002\003\004zz\210\202\001\002\003\004\002\352' >"$seeds/wire/frames"
