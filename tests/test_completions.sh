#!/bin/bash
# The completions of bash, zsh and fish, each asked as its shell asks it: tests/test_completions.sh PROGRAM. Every command, every
# option and every value that the program's help names must be offered.
set -u
cd "$(dirname "$0")/.."
. tests/ok.sh
mkdir "$work/bin"
ln -s "$(realpath "${1:-build/fuerstenfeld}")" "$work/bin/fuerstenfeld"
PATH=$work/bin:$PATH
touch "$work/games.jsonl"

# Each prints what its shell offers for a command line, one a line.
from_bash() {
    bash --norc --noprofile -c '
        . packaging/completions/fuerstenfeld.bash
        read -ra COMP_WORDS <<<"$1"
        [ "${1% }" = "$1" ] || COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _fuerstenfeld
        printf "%s\n" "${COMPREPLY[@]}"' bash "$1"
}
from_fish() {
    XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work fish --no-config -c '
        source packaging/completions/fuerstenfeld.fish
        complete -C $argv[1]' "$1" | cut -f 1
}
# zsh completes only at a terminal, and takes a while to start: it is asked for all lines at once.
from_zsh() {
    local i
    for i in "${!lines[@]}"; do [ "${lines[i]}" != "$1" ] || cat "$work/zsh/$((i + 1))"; done
}

shells="bash zsh fish"
# offers SHELL LINE WORD...: all of them are offered.
offers() {
    local shell=$1 line=$2 word
    shift 2
    from_"$shell" "$line" >"$work/offered"
    for word; do
        grep -qxF -- "$word" "$work/offered" || { echo "$shell, \"$line\": no $word in:" && cat "$work/offered" && return 1; }
    done
}
# withholds SHELL LINE WORD...: none of them is offered.
withholds() {
    local shell=$1 line=$2 word
    shift 2
    from_"$shell" "$line" >"$work/offered"
    for word; do
        ! grep -xF -- "$word" "$work/offered" || { echo "$shell, \"$line\" offers $word" && return 1; }
    done
}
words() { sed -n "/^$1:/,/^\$/s/^  \([^ ][^ ]*\).*/\1/p"; }
commands=$(fuerstenfeld help | words commands)
lines=("fuerstenfeld " "fuerstenfeld play --mode " "fuerstenfeld arena --bots " "fuerstenfeld arena --bots prince,st" "fuerstenfeld admin "
    "fuerstenfeld verify $work/ga" "fuerstenfeld play --record $work/ga" "fuerstenfeld help ser"
    "fuerstenfeld play --names " "fuerstenfeld play --resume $work/ga" "fuerstenfeld serve --store " "fuerstenfeld admin --store "
    "fuerstenfeld admin tables ")
for command in $commands; do lines+=("fuerstenfeld $command --"); done
ZDOTDIR=$work zsh -f tests/zsh_offers.zsh "$work/zsh" "${lines[@]}"

every_option() {
    local command
    for command in $commands; do
        # shellcheck disable=SC2046
        offers "$1" "fuerstenfeld $command --" $(fuerstenfeld help "$command" | words options) || return 1
    done
}
some() { [ "$(wc -w <<<"$commands")" -gt 8 ] && fuerstenfeld help serve | words options | grep -qx -- --trust-proxy; }
ok "completions: the help tells commands and options" some
for shell in $shells; do
    ok "completions, $shell: every command" offers $shell "fuerstenfeld " $commands help
    ok "completions, $shell: every option of every command" every_option $shell
    ok "completions, $shell: values to choose from" offers $shell "fuerstenfeld play --mode " base expert
    ok "completions, $shell: bots" offers $shell "fuerstenfeld arena --bots " random steward prince level1 level7
    ok "completions, $shell: bots behind a comma" offers $shell "fuerstenfeld arena --bots prince,st" prince,steward
    ok "completions, $shell: verbs" offers $shell "fuerstenfeld admin " tables ban lobby
    ok "completions, $shell: files" offers $shell "fuerstenfeld verify $work/ga" "$work/games.jsonl"
    ok "completions, $shell: files of an option" offers $shell "fuerstenfeld play --record $work/ga" "$work/games.jsonl"
    ok "completions, $shell: people are no bots" withholds $shell "fuerstenfeld play --names " random steward level1
    ok "completions, $shell: a file that may be left out" offers $shell "fuerstenfeld play --resume $work/ga" "$work/games.jsonl"
    ok "completions, $shell: stores" offers $shell "fuerstenfeld serve --store " memory sqlite: postgres://
    ok "completions, $shell: stores that a command takes" offers $shell "fuerstenfeld admin --store " sqlite: postgres://
    ok "completions, $shell: ... and no others" withholds $shell "fuerstenfeld admin --store " memory
    ok "completions, $shell: one verb" withholds $shell "fuerstenfeld admin tables " tables ban lobby
    ok "completions, $shell: the commands that help tells about" offers $shell "fuerstenfeld help ser" serve
done
all_done
