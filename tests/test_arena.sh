#!/bin/sh
# Black-box tests of the arena and of bots that are programs: tests/test_arena.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
bad="exec sh tests/bots/bad_bot.sh"
export BAD_BOT_SLEEPS=1000.${$}s # so that this run's processes can be told from another's
. tests/ok.sh

# arena STATUS PATTERN ARGUMENT...: the exit status, and a line that the output (both kinds) must have.
arena() {
    want=$1 pattern=$2
    shift 2
    "$program" arena --no-times "$@" </dev/null >"$work/out" 2>"$work/err"
    got=$?
    cat "$work/out" "$work/err"
    echo "exit status $got, want $want; pattern: $pattern"
    [ $got = "$want" ] && cat "$work/out" "$work/err" | grep -q -- "$pattern"
}

# same ARGUMENT...: one, two and seven threads give the same bytes, records included.
same() {
    for threads in 1 2 7; do
        "$program" arena --no-times "$@" --threads $threads --force --record "$work/games.$threads" >"$work/out.$threads" 2>&1 || return 1
    done
    cmp "$work/out.1" "$work/out.2" && cmp "$work/out.1" "$work/out.7" &&
        cmp "$work/games.1" "$work/games.2" && cmp "$work/games.1" "$work/games.7" &&
        "$program" verify "$work/games.1"
}

# forfeits HOW PATTERN: the bad bot forfeits both games with that message, the other one wins them, the games hold.
forfeits() {
    arena 0 "^random  *1  *2  *100.00 %" --bots "cmd:$bad $1,random" --players 2 --games 2 --bot-timeout "${3:-60s}" \
        --force --record "$work/games" || return 1
    grep -q "^cmd:$bad.* 1  *2  *0.00 %.*  2$" "$work/out" && [ "$(grep -c "forfeits set-up 1" "$work/err")" = 2 ] &&
        grep -q -- "$2" "$work/err" && grep -q "  sent: \"go in round " "$work/err" &&
        grep -q "  received: " "$work/err" && "$program" verify "$work/games"
}

# late HOW: it forfeits both games since no answer comes, however long it may take. A short time is tried first; a busy machine may need
# longer than that for the answers before.
late() {
    for time in 300 3000 30000; do
        ! forfeits $1 "no answer within $time ms" ${time}ms || return 0
    done
    return 1
}

# What a program is told of the other seats' secrets is numbers, of its own cards it is told the names (R10.2).
told() {
    arena 0 "^3 games" --bots "cmd:tee -a $work/told | python3 examples/random_bot.py,random" --mode expert --games 3 \
        --threads 1 || return 1
    awk '$1 == "seat" { seat = $2 }
        $1 == "event" && $2 ~ /^(draw|bury|trash)$/ { own[$3 == seat]++; if (NF > 3 && ($3 == seat) != ($4 ~ /^[a-z]/)) leak() }
        $1 == "view" && $2 == "player" && $4 ~ /^(hand|deck|trash)$/ && $3 != seat && / [a-z]+[0-9]*$/ && NF > 4 { leak() }
        function leak() { print "seat " seat " is told: " $0; bad = 1 }
        END { exit bad || own[0] < 50 || own[1] < 50 }' "$work/told"
}

# A process that a bot left behind would still have the name. One that was killed may take a moment to go.
left() { ps axeww | grep -v grep | grep -e "bad_bot.sh .*BAD_BOT_SLEEPS=$BAD_BOT_SLEEPS" -e "sleep $BAD_BOT_SLEEPS" -e "sh .*$work"; }
nothing_left() { for i in $(seq 600); do left && sleep 0.1 || return 0; done && return 1; }

# ------------------------------------------------------------------------------------------------------ the arena

ok "arena --help" arena 0 "^usage: fuerstenfeld arena" --help
ok "games are whole set-ups" arena 0 "^12 games: 4 set-ups with 3 seatings each" --bots steward,random --games 10
ok "all seatings of different bots" arena 0 "^24 games: 1 set-up with 24 seatings each" --bots steward,random,random,random \
    --players 4 --games 1
ok "rotations" arena 0 "^4 games: 1 set-up with 4 seatings each" --bots steward,random,random,random --players 4 --games 1 \
    --seatings rotations
ok "the last bot takes the seats left" arena 0 "^random  *3 " --bots steward,random --players 4 --games 4
ok "steward beats random" arena 0 "^steward  *1  *40  *100.00 %" --bots steward,random --players 2 --games 40 --mode expert
ok "the same on 1, 2 and 7 threads: base" same --bots steward,random --players 3 --games 60 --seed 5
ok "the same on 1, 2 and 7 threads: expert, as JSON" same --bots steward,random,random --players 5 --games 100 --mode expert --json
ok "the same on 1, 2 and 7 threads: sequential test" same --bots steward,random --players 2 --games 500 --sprt 0.5,0.6
ok "the same on 1, 2 and 7 threads: round robin" same --bots steward,random,random --players 2 --games 60 --round-robin
ok "seeds differ" sh -c "'$program' arena --no-times --bots random --games 50 --seed 1 >'$work/1' &&
    '$program' arena --no-times --bots random --games 50 --seed 2 >'$work/2' && ! cmp -s '$work/1' '$work/2'"
ok "--sprt: P1" arena 0 "^verdict: P1: the share is not below 0.9$" --bots steward,random --players 2 --games 1000 --sprt 0.5,0.9
ok "--sprt stops early" sh -c "! grep -q '^1000 games' '$work/out'"
ok "--sprt: P0" arena 1 "^verdict: P0: the share is not above 0.5$" --bots random,steward --players 2 --games 1000 --sprt 0.5,0.9
ok "--sprt: undecided has an exit status of its own" arena 3 "^verdict: undecided" --bots random,random --players 2 --games 4 --sprt 0.5,0.51
ok "round robin: ratings" arena 0 "^bot  *games  *rating" --bots steward,random --games 30 --round-robin
ok "round robin at three: both ways" grep -q "^60 games" "$work/out"
ok "--json is JSON" sh -c "'$program' arena --bots steward,random --games 12 --sprt 0.2,0.9 --json | python3 -m json.tool"
ok "--json with ratings is JSON" sh -c "'$program' arena --bots steward,random --games 12 --round-robin --json | python3 -m json.tool"
ok "times are shown" sh -c "'$program' arena --bots random --games 3 | grep -q 'mean time .* 99 %  *longest'"
ok "no progress in a pipe" sh -c "'$program' arena --bots random --games 30 2>&1 >/dev/null | cmp - /dev/null"
ok "a record on standard output" sh -c "'$program' arena --bots random --games 3 --record - 2>/dev/null >'$work/games' && '$program' verify '$work/games'"

ok "no bots" arena 2 "arena: --bots is missing"
ok "an unknown bot" arena 2 'there is no bot "stewart"; there are random, steward' --bots stewart
ok "too many bots" arena 2 "3 bots cannot sit at 2 seats" --bots random,random,random --players 2
ok "round robin of one" arena 2 "needs at least two bots" --bots random --round-robin
ok "bad budget" arena 2 "a number of iterations (500) or a time (200ms, 2s)" --bots prince:fast
ok "a budget for who does not think" arena 2 "steward has no use for a budget" --bots steward:5
ok "a network for who has none" arena 2 "novice has no network" --bots novice@weights/default.net
ok "a level with a budget" arena 2 "a level says itself how it plays" --bots level5:3
ok "a level with a network" arena 2 "a level says itself how it plays" --bots level4@weights/default.net
ok "a test of one bot alone" arena 2 "at least two bots" --bots steward --sprt 0.3,0.4
ok "bad sprt" arena 2 "must be P0,P1 or P0,P1,ALPHA,BETA" --bots random --sprt 0.6,0.5
ok "bad seatings" arena 2 "must be one of all|rotations" --bots random --seatings some
ok "bad time" arena 2 "must be a time such as 10s or 500ms" --bots random --bot-timeout never
ok "a network that is not there" arena 2 "nowhere.net: cannot be read" --bots apprentice@nowhere.net
ok "a network that is none" arena 2 "LICENSE: " --bots prince@LICENSE:20
ok "empty command" arena 2 'needs a command behind it' --bots cmd:
ok "a budget of iterations and of time" arena 0 "prince:2ms looks at the clock" --bots prince:2ms,prince:5 --games 3

# ------------------------------------------------------------------------------------------------ bots as programs

for bot in random greedy; do
    for mode in base expert; do
        ok "examples/${bot}_bot.py plays a whole match, $mode" arena 0 "^cmd:python3.*  0$" --mode $mode \
            --bots "cmd:python3 examples/${bot}_bot.py,steward" --games 6 --force --record "$work/games"
        ok "... without a forfeit, and the games hold" sh -c "[ ! -s '$work/err' ] && '$program' verify '$work/games'"
    done
done
ok "the same on 1, 2 and 7 threads: programs" same --bots "cmd:python3 examples/random_bot.py,random" --games 12
ok "greedy.py beats random" arena 0 "^verdict: P1" --bots "cmd:python3 examples/greedy_bot.py,random" --players 2 --games 60 \
    --sprt 0.5,0.8
ok "a comma in a command" arena 0 "^cmd:true a,b; exec" --bots "cmd:true a\\,b; $bad good,random" --players 2 --games 2

ok "R10.2 programs are told what their seat may know" told

ok "a bot that crashes" forfeits crash "its output ended; it ended with status 3"
ok "a bot that is killed" forfeits signal "its output ended; it was killed by signal 11"
ok "a bot that hangs" late hang
ok "a bot that closes its output" forfeits deaf "its output ended; it was stopped by us"
ok "a bot that leaves a child behind" late child
ok "a bot that plays an illegal action" forfeits illegal 'received: "play build palace6"'
ok "... the rule is named" grep -q "an illegal action: .* (R2.1)" "$work/err"
ok "a bot with an unknown word" forfeits unknown '"Z" is no brewery'
ok "a bot that talks garbage: shown harmlessly" forfeits garbage 'received: "what .u{01}.u{1b}.31m is this?"'
ok "a bot that plays nothing" forfeits empty "nothing was said"
ok "a bot that answers twice" forfeits two "answered more than once"
ok "a bot with an endless line" forfeits endless "a line without end"
ok "a bot that only chatters" late chatter
ok "a bot that ends in mid-line" forfeits half 'received: "play"'
ok "a bot that is never ready" arena 0 "does not begin with .ready" --bots "cmd:$bad unready,random" --players 2 --games 2
ok "a bot that does not greet" arena 2 "cannot play: no answer within 300 ms" --bots "cmd:$bad mute,random" --bot-timeout 300ms
ok "a bot that greets otherwise" arena 2 "cannot play: the answer does not begin with .bot" --bots "cmd:$bad rude,random"
ok "a bot that is not there" arena 2 "cannot play: its output ended; it ended with status 127" --bots cmd:./no-such-bot
ok "both bots forfeit: nobody wins" arena 0 "4 without a winner" --bots "cmd:$bad crash,cmd:$bad illegal" --players 2 --games 4
ok "Ctrl-C prints what there is so far" arena 130 "^interrupted; so far:" --bots "random,cmd:$bad interrupt" --players 2 \
    --games 1000 --threads 1 --force --record "$work/interrupted"
ok "... whole set-ups in the table" grep -q "^4 games: 2 set-ups" "$work/out"
ok "... whole games in a file beside it" sh -c "'$program' verify '$work'/interrupted*"
ok "no process is left behind" nothing_left

all_done
