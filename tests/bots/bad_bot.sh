#!/bin/sh
# A bot that plays the first legal action until its tenth decision of a game, and then misbehaves: bad_bot.sh HOW [GAME|FILE]
how=$1 when=${2:-5} first='' n=0 games=0

misbehave() {
    case $how in
    crash) exit 3 ;;
    signal) kill -SEGV $$ ;;
    hang) exec sleep "${BAD_BOT_SLEEPS:-1000}" ;;
    deaf) exec >&- ; exec sleep "${BAD_BOT_SLEEPS:-1000}" ;; # closes its output and lives on
    child) sleep "${BAD_BOT_SLEEPS:-1000}" & exit 0 ;;       # what it started holds its output open
    illegal) echo "play build palace6" ;;
    unknown) echo "play brewery Z" ;;
    garbage) printf 'what \001\033[31m is this?\n' ;;
    empty) echo "play" ;;
    two) printf 'play %s\nplay %s\n' "$first" "$first" | dd obs=4k 2>/dev/null ;; # in one write: both are there when one is read
    endless) exec tr '\0' x </dev/zero ;;
    chatter) while :; do echo "info thinking"; done ;;
    half) printf 'play'; exit 0 ;;
    interrupt) # Ctrl-C for the arena that started it, in its fifth game or another
        if [ $games = "$when" ]; then
            kill -INT $PPID
            while grep -qs '^ShdPnd:.*[1-9a-f]' /proc/$PPID/status; do :; done # until it is noticed
        fi
        echo "play $first"
        ;;
    wait) # says that it waits, in FILE.here, until there is FILE.go
        : >"$when.here"
        while [ ! -e "$when.go" ]; do sleep 0.01; done
        echo "play $first"
        ;;
    good) echo "play $first" ;;
    esac
}

while read -r word rest; do
    case $word in
    fuerstenfeld)
        [ "$how" = mute ] && exec sleep "${BAD_BOT_SLEEPS:-1000}"
        [ "$how" = rude ] && echo "go away" || echo "bot bad $how"
        ;;
    game) n=0 games=$((games + 1)) ;;
    start)
        [ "$how" = unready ] && echo "wait" || echo "ready"
        ;;
    legal) first=${first:-$rest} ;;
    go)
        n=$((n + 1))
        if [ $n = 10 ]; then misbehave; else echo "play $first"; fi
        first=''
        ;;
    quit) exit 0 ;;
    esac
done
