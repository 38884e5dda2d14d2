#!/bin/sh
# The command lines of ./play, ./check and ./soak, and what they show while they work: tests/test_scripts.sh [PROGRAM]. Nothing is
# installed or built.
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
. tests/ok.sh

# Installing and building anything would call one of these.
mkdir "$work/bin"
for name in apt-get sudo cmake npm ninja; do
    printf '#!/bin/sh\necho "%s was called"\ntouch "%s/called"\nexit 1\n' $name "$work" >"$work/bin/$name"
    chmod +x "$work/bin/$name"
done

# said STATUS PATTERN COMMAND...: it ends with that status and a line that matches, and calls nothing.
said() {
    wanted=$1 pattern=$2
    shift 2
    PATH=$work/bin:$PATH "$@" </dev/null >"$work/said" 2>&1
    got=$?
    cat "$work/said"
    [ $got = "$wanted" ] && grep -qe "$pattern" "$work/said" && [ ! -e "$work/called" ]
}
for script in play check soak; do
    for option in --help -h; do
        ok "./$script $option prints help" said 0 "\./$script --help\|\./$script games" ./$script $option
    done
done
ok "./play --terminal --help" said 0 'in this terminal' ./play --terminal --help
ok "./play: an unknown option" said 2 'no option --no-such; see ./play --help' ./play --no-such
ok "./play: ... with a value" said 2 'no option --no-such; see' ./play --no-such=3
ok "./play: an option of the terminal is none of the page" said 2 'no option --players; see' ./play --players 3
ok "./play --terminal: an unknown option" said 2 'no option --listen; see' ./play --terminal --listen :80
# All options of the program at once, and then one that there is not, which must be the first to be refused.
options_of() { "$program" "$1" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | grep -vx -e --help -e --version; }
takes() { [ "$(options_of "$1" | wc -l)" -gt 9 ] && said 2 'no option --no-such; see' $2 $(options_of "$1") --no-such; }
ok "./play takes every option of serve" takes serve ./play
ok "./play --terminal takes every option of play" takes play "./play --terminal"
ok "./check: an unknown option" said 2 'no option --fast; see ./check --help' ./check --fast
ok "./check: a word" said 2 'no option all; see ./check --help' ./check all
ok "./soak: an unknown word" said 2 'no "walk"; see ./soak --help' ./soak walk
ok "./soak alone says what there is" said 2 '\./soak fresh' ./soak
ok "tools/fresh.sh: an unknown release" eval '[ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null || said 2 "no release \"nowhere\"" tools/fresh.sh nowhere'

# What takes long shows how far it is, also without a terminal.
slow() { echo "half of it" && sleep "$1" && return "$2"; }
shows_progress() { (. tools/setup.sh && quietly "Making tea" "$work/log" slow 3 0) >"$work/said" 2>&1 && grep -qx 'Making tea ...' "$work/said"; }
silent_if_quick() { (. tools/setup.sh && quietly "Making tea" "$work/log" slow 0 0) >"$work/said" 2>&1 && [ ! -s "$work/said" ]; }
returns_status() { (. tools/setup.sh && quietly "Making tea" "$work/log" slow 0 7); [ $? = 7 ] && grep -qx 'half of it' "$work/log"; }
ok "progress: a long step is announced" shows_progress
ok "progress: a quick one is not" silent_if_quick
ok "progress: the status and the log are the command's" returns_status
missing_packages() { (. tools/setup.sh && missing no-such-command:package-b sh:dash no-such-either:package-a other-command:package-b); }
ok "missing packages are named once each" eval '[ "$(missing_packages)" = "package-a package-b" ]'
all_done
