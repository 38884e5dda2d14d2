#!/bin/sh
# No command destroys what it was given: every command that writes a file, over what may be there already.
# tests/test_writing.sh [PROGRAM]
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
net=$(realpath weights/default.net)
lab=$(dirname "$program")/fuerstenfeld-lab
. tests/ok.sh
export XDG_STATE_HOME="$work/state"

# The ways to write FILE. Each is a function that is given the file and further options.
write_selfplay() { file=$1; shift; "$program" selfplay --games 3 --record "$file" "$@"; }
write_arena() { file=$1; shift; "$program" arena --bots random --games 3 --no-times --record "$file" "$@"; }
write_play() { file=$1; shift; "$program" play --human none --bots random --seed 4 --record "$file" "$@" </dev/null; }
write_positions() { file=$1; shift; "$lab" positions --net "$net" --games 10 --out "$file" "$@"; }
write_train() { file=$1; shift; "$lab" train --start "$net" --games 10 --lap 10 --out "$file" "$@"; }
write_save() { printf 'save %s\n' "$1" | "$program" play --seed 5 --plain 2>&1; }
writers="selfplay arena play positions train"
adders="selfplay arena play"

same_folder() { [ "$(cd "$1" && ls -A)" = "$2" ] || { ls -A "$1"; return 1; }; }

# new WRITER: makes a file that is not there, and nothing besides.
new() {
    mkdir "$work/new.$1" && "write_$1" "$work/new.$1/x" >"$work/out" 2>&1
    cat "$work/out"
    [ -s "$work/new.$1/x" ] && same_folder "$work/new.$1" x
}

# foreign WRITER: a file of another kind is refused before anything is done, and stays as it is.
foreign() {
    mkdir -p "$work/foreign.$1" && printf 'what somebody wrote\nsecond line\n' >"$work/foreign.$1/x"
    cp "$work/foreign.$1/x" "$work/before"
    "write_$1" "$work/foreign.$1/x" >"$work/out" 2>&1
    status=$?
    cat "$work/out"
    { [ "$1" = save ] || [ $status = 2 ]; } && grep -q "already exists" "$work/out" && cmp "$work/before" "$work/foreign.$1/x" &&
        same_folder "$work/foreign.$1" x
}

# forced WRITER: --force replaces it; nothing else is left.
forced() {
    "write_$1" "$work/foreign.$1/x" --force >"$work/out" 2>&1 && ! grep -q "what somebody" "$work/foreign.$1/x" &&
        rm -f "$work/foreign.$1/x~" && same_folder "$work/foreign.$1" x
}

# closed WRITER FD: with standard input, output or error closed, no message gets into the file; what cannot be said is an error.
write_faults() { file=$1; shift; "$program" selfplay --games 2 --bots cmd:true --record "$file" "$@"; }
closed() {
    mkdir "$work/closed" && case $2 in
    0) "write_$1" "$work/closed/x" <&- ;;
    1) "write_$1" "$work/closed/x" >&- ;;
    2) "write_$1" "$work/closed/x" 2>&- ;;
    esac
    status=$?
    echo "exit status $status"
    { [ $status = 0 ] || { [ $status = 2 ] && [ $2 = 1 ]; }; } && cmp "$work/closed/x" "$work/new.$1/x" &&
        same_folder "$work/closed" x && rm -r "$work/closed"
}

# adds WRITER: the games that are there stay in front.
adds() {
    cp "$work/new.$1/x" "$work/before" && "write_$1" "$work/new.$1/x" >/dev/null 2>&1 &&
        [ "$(wc -c <"$work/new.$1/x")" -gt "$(wc -c <"$work/before")" ] &&
        head -c "$(wc -c <"$work/before")" "$work/new.$1/x" | cmp - "$work/before" && "$program" verify "$work/new.$1/x"
}

# torn WRITER: a file whose end is cut off is not added to.
torn() {
    head -c -20 "$work/before" >"$work/torn" && cp "$work/torn" "$work/torn.old"
    ! "write_$1" "$work/torn" >"$work/out" 2>&1 && grep "cut off" "$work/out" && cmp "$work/torn" "$work/torn.old"
}

# cut_off WRITER: nor is one whose last game is cut off behind a whole line; blank lines and a carriage return are no game.
cut_off() {
    head -n -1 "$work/before" >"$work/cut" && cp "$work/cut" "$work/cut.old"
    "write_$1" "$work/cut" >"$work/out" 2>&1
    status=$?
    cat "$work/out"
    [ $status = 2 ] && grep -q "its last game is cut off, so nothing can be added" "$work/out" && cmp "$work/cut" "$work/cut.old" || return 1
    { sed 's/$/\r/' "$work/before" && printf '\r\n\n  \n'; } >"$work/blank" && "write_$1" "$work/blank" >"$work/out" 2>&1 && "$program" verify "$work/blank"
}

# full WRITER: there is no room: what was there is there, and whole pieces at most.
full() {
    mkdir "$work/full.$1"
    cp "$work/before" "$work/full.$1/x"
    (ulimit -f 16; "write_$1" "$work/full.$1/x" >"$work/out" 2>&1)
    status=$?
    cat "$work/out"
    [ $status != 0 ] && head -c "$(wc -c <"$work/before")" "$work/full.$1/x" | cmp - "$work/before" &&
        "$program" verify "$work/full.$1/x" && same_folder "$work/full.$1" x
}

for writer in $writers; do
    ok "$writer: makes a file" new $writer
    ok "$writer: a file of another kind is refused and stays" foreign $writer
    ok "$writer: --force replaces it" forced $writer
done
ok "faults: makes a file" new faults
for writer in $writers faults; do
    for fd in 0 1 2; do
        ok "$writer: descriptor $fd is closed, and the file as ever" closed $writer $fd
    done
done
ok "save: a file of another kind is refused and stays" foreign save
for writer in $adders; do
    ok "$writer: games are added to those that are there" adds $writer
    ok "$writer: nothing is added to a torn file" torn $writer
    ok "$writer: nothing is added to a game that is cut off" cut_off $writer
done
head -n "$(grep -n '"event":"end"' "$work/new.selfplay/x" | head -n 1 | cut -d: -f1)" "$work/new.selfplay/x" >"$work/before"
for writer in selfplay arena; do
    ok "$writer: no room: what was there and whole games" full $writer
done

# ------------------------------------------------------------------------------------------------------- interrupted

# grown FILES LEAST: one of them has more bytes than that.
grown() { ls -l $1 2>/dev/null | awk -v least="$2" '$5 > least { found = 1 } END { exit !found }'; }

# The signal, as soon as the first game is written.
interrupt() { # SIGNAL FILES COMMAND...
    signal=$1 grows=$2
    shift 2
    "$@" >"$work/out" 2>&1 &
    pid=$!
    meanwhile $pid grown "$grows" $least
    kill -$signal $pid
    wait $pid
    cat "$work/out"
}

old_and_new() {
    mkdir "$work/i.$1" && cp "$work/before" "$work/i.$1/x" && least=$(wc -c <"$work/before")
    interrupt $2 "$work/i.$1/x" "$program" $1 --bots random --games 3000000 --record "$work/i.$1/x"
    # kill -9 alone may cut the last game off, behind all that are whole.
    [ $2 != KILL ] || sed -i -n "1,$(grep -n '"event":"end"' "$work/i.$1/x" | tail -n 1 | cut -d: -f1)p" "$work/i.$1/x"
    head -c $least "$work/i.$1/x" | cmp - "$work/before" && [ "$(wc -c <"$work/i.$1/x")" -ge $least ] &&
        "$program" verify "$work/i.$1/x" && same_folder "$work/i.$1" x && rm -r "$work/i.$1"
}
ok "arena: SIGINT keeps what was there and whole games" old_and_new arena INT # a shell lets others ignore it in the background
for signal in TERM HUP KILL; do
    ok "arena: SIG$signal keeps what was there and whole games" old_and_new arena $signal
    ok "selfplay: SIG$signal keeps what was there and whole games" old_and_new selfplay $signal
done

beside() {
    mkdir "$work/b.$1" && cp "$work/before" "$work/b.$1/x" && least=0
    interrupt $2 "$work/b.$1/x.*" "$program" $1 --bots random --games 3000000 --force --record "$work/b.$1/x"
    cmp "$work/b.$1/x" "$work/before" && "$program" verify "$work/b.$1"/x.* && grep "the finished part is in" "$work/out" &&
        rm -r "$work/b.$1"
}
for signal in TERM HUP; do
    ok "arena: SIG$signal while replacing keeps both files" beside arena $signal
    ok "selfplay: SIG$signal while replacing keeps both files" beside selfplay $signal
done

nothing_yet() {
    mkdir "$work/n" && cp "$work/before" "$work/n/x"
    "$program" arena --bots "cmd:exec sh tests/bots/bad_bot.sh interrupt 1" --threads 1 --games 100 --record "$work/n/x" >"$work/out" 2>&1
    status=$?
    cat "$work/out"
    [ $status = 130 ] && cmp "$work/n/x" "$work/before" && same_folder "$work/n" x
}
ok "arena: interrupted before the first game, the file is as it was" nothing_yet

# ---------------------------------------------------------------------------------------------------------- two at once

# Of two runs with one file, the first waits in the middle of a game until the other is done.
two_at_once() { # OPTION-OF-THE-FIRST OPTION-OF-THE-OTHER
    rm -rf "$work/two" && mkdir "$work/two" && cp "$work/before" "$work/two/x"
    "$program" arena --bots "cmd:exec sh tests/bots/bad_bot.sh wait $work/wait" --bot-timeout 1000s --threads 1 --games 1 --no-times --record "$work/two/x" $1 \
        >"$work/first" 2>&1 &
    pid=$!
    meanwhile $pid test -e "$work/wait.here"
    write_selfplay "$work/two/x" $2 >"$work/other" 2>&1
    other=$?
    : >"$work/wait.go"
    wait $pid
    first=$?
    rm -f "$work"/wait.*
    cat "$work/first" "$work/other"
    echo "exit status $first and $other"
}
games() { cat "$@" | grep -c '"event":"end"'; }
replaced_later() { # what the other has added or put there stays
    two_at_once --force "$1"
    [ $first = 2 ] && [ $other = 0 ] && grep "a different process has written to it" "$work/first" && "$program" verify "$work/two"/x* &&
        [ "$(games "$work/two/x")" = $2 ] && [ "$(games "$work/two"/x.*)" -ge 1 ]
}
ok "two runs: what was added meanwhile is not replaced" replaced_later "" 4
ok "two runs: what was replaced meanwhile is not replaced" replaced_later --force 3
replaced_early() { # what the first is adding to is not taken from it
    two_at_once "" --force
    [ $first = 0 ] && [ $other = 2 ] && grep "a different process has written to it" "$work/other" && "$program" verify "$work/two"/x* &&
        [ "$(games "$work/two/x")" -ge 2 ] && [ "$(games "$work/two"/x.*)" = 3 ]
}
ok "two runs: a file that is being added to is not replaced" replaced_early
both_add() { two_at_once "" "" && [ $first = 0 ] && [ $other = 0 ] && "$program" verify "$work/two/x" && [ "$(games "$work/two/x")" -ge 5 ] && same_folder "$work/two" x; }
ok "two runs: both add" both_add

# ------------------------------------------------------------------------------------------------- where nothing can be written

# nowhere WRITER: a place that cannot be is refused before anything is played.
nowhere() {
    mkdir -p "$work/a_folder"
    for place in "$work/nosuch/x" "$work/a_folder" "$work/before/x" ''; do
        "write_$1" "$place" >"$work/out" 2>&1
        status=$?
        cat "$work/out"
        [ $status = 2 ] && [ "$(grep -c "" "$work/out")" = 1 ] && grep -q "cannot be written" "$work/out" || { echo "exit status $status: '$place'"; return 1; }
    done
}
for writer in $writers; do
    ok "$writer: where nothing can be written, it is said at once" nowhere $writer
done
write_checkpoint() { file=$1; shift; "$lab" train --start "$net" --games 10 --lap 10 --out "$work/w0" --checkpoint "$file" "$@"; }
ok "train --checkpoint: likewise" nowhere checkpoint

# full_device WRITER: what fails later is status 2, too.
full_device() {
    "write_$1" /dev/full >"$work/out" 2>&1
    status=$?
    cat "$work/out"
    [ $status = 2 ] && grep "/dev/full: cannot be written" "$work/out"
}
for writer in $writers; do
    ok "$writer: a device without room is status 2" full_device $writer
done

# gone WRITER: standard output whose reader has gone before all was written (here, before the first byte) ends it quietly, as a signal would.
gone() {
    rm -f "$work/fifo" && mkfifo "$work/fifo" && exec 3<>"$work/fifo" && exec 4>"$work/fifo" && exec 3<&-
    "write_$1" - >&4 2>"$work/err"
    status=$?
    exec 4>&-
    cat "$work/err"
    [ $status = 141 ] && [ ! -s "$work/err" ]
}
for writer in $writers; do
    ok "$writer: a reader that has gone ends it quietly" gone $writer
done

# ----------------------------------------------------------------------------------------------------- games at the terminal

kept() {
    write_save "$work/game.save" >/dev/null && cp "$work/game.save" "$work/first.save" &&
        printf 'save %s\n' "$work/game.save" | "$program" play --seed 6 --plain >/dev/null &&
        cmp "$work/game.save~" "$work/first.save" && ! cmp "$work/game.save" "$work/first.save"
}
ok "save: another saved game stays as FILE~" kept

stays() {
    printf '1\nquit\nsave %s\nquit!\n' "$work/elsewhere.save" |
        env -u HOME XDG_STATE_HOME="$work/ok.log/x" "$program" play --seed 5 --plain >"$work/out" 2>&1
    cat "$work/out"
    [ "$(grep -c "You leave the game" "$work/out")" = 1 ] && # by quit! alone
        grep "The game could not be saved" "$work/out" && grep "Saved. To resume it" "$work/out" && [ -s "$work/elsewhere.save" ] &&
        "$program" play --plain --resume "$work/elsewhere.save" </dev/null
}
ok "quit: a game that cannot be saved is not left" stays
saved_before() { # what was saved a moment ago is not saved once more, wherever that would be
    printf '1\nsave %s\n%s\n' "$work/moment.save" "$1" |
        env -u HOME XDG_STATE_HOME="$2" "$program" play --seed 5 --plain --bots random >"$work/out" 2>&1
    status=$?
    cat "$work/out"
    [ $status = 0 ] && grep "Nothing has been played since the game was saved" "$work/out" && ! ls "$2/fuerstenfeld" | grep save
}
for leaving in quit 'quit!' ''; do
    ok "a game that was just saved can be left: '$leaving'" saved_before "$leaving" "$work/ok.log/x"
    ok "and is not saved twice: '$leaving'" saved_before "$leaving" "$work/fresh"
done
undone() { # another move in place of one that was saved is worth saving
    printf '1\nsave %s\nundo\n2\nquit\n' "$work/undone.save" | XDG_STATE_HOME="$work/undone" "$program" play --seed 5 --plain --bots random >"$work/out"
    cat "$work/out"
    ! grep "Nothing has been played" "$work/out" && { ! grep "Taken back" "$work/out" || grep "The game is saved" "$work/out"; }
}
ok "undo: the game that was saved is another" undone
at_the_end() {
    printf '1\n' | env -u HOME XDG_STATE_HOME="$work/ok.log/x" "$program" play --seed 5 --plain >"$work/out" 2>&1
    [ $? = 1 ] && grep "is not saved\|cannot be written" "$work/out"
}
ok "the end of the input: it says that the game is lost, exit status 1" at_the_end

weights_kept() { "$lab" train --start "$net" --games 10 --lap 10 --out "$work/w" && cp "$work/w" "$work/w1" &&
    "$lab" train --start "$net" --seed 2 --games 10 --lap 10 --out "$work/w" && cmp "$work/w~" "$work/w1"; }
ok "train: the network that was there stays as FILE~" weights_kept
all_done
