#!/bin/bash
# Builds, plays and checks the project on bare systems: tools/fresh.sh [--play | --python | --all] RELEASE..., as root. A release is
# one of debootstrap's (bookworm, trixie, noble). --play leaves ./check out, --python tests the Python package only, --all runs
# ./check --all.
#
# Each system is made with debootstrap and holds git and nothing more that the project needs. It gets a clone of the last commit, this
# machine's settings for apt, npm and names, and nothing else from here. The log of each command stays in build/soak/fresh-RELEASE,
# and the unpacked base system in build/soak/RELEASE.tar.zst for the next run. The system itself is removed if all tests passed.
#
# Everything runs in its own mount and process namespace: when that ends, however it ends, its mounts and processes are gone.
set -u
cd "$(dirname "$0")/.."
for tool in debootstrap unshare git zstd; do
    command -v $tool >/dev/null || { echo "tools/fresh.sh: there is no $tool; on Debian: apt-get install debootstrap util-linux git zstd" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo "tools/fresh.sh: only root can make such a system" >&2; exit 2; }
if [ $$ != 1 ]; then exec unshare --mount --propagation private --pid --fork --kill-child --mount-proc "$0" "$@"; fi

check=./check python=
case ${1-} in
--python) python=1 && shift ;;
--play) check= && shift ;;
--all) check="./check --all" && shift ;;
esac
[ $# -gt 0 ] || set -- bookworm trixie
for release; do
    [ -e "/usr/share/debootstrap/scripts/$release" ] || { echo "tools/fresh.sh: debootstrap knows no release \"$release\"" >&2; exit 2; }
done
. tests/ok.sh

# ------------------------------------------------------------------------------------------------------ a bare system

# The host's mirror for Debian; Ubuntu has its own.
mirror_of() { # RELEASE
    if [ "$(readlink -f /usr/share/debootstrap/scripts/"$1")" = "$(readlink -f /usr/share/debootstrap/scripts/gutsy)" ]; then
        echo http://archive.ubuntu.com/ubuntu
    else
        sed -n 's/^URIs: *//p; s/^deb \(\[.*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null |
            grep . || echo http://deb.debian.org/debian
    fi | head -n 1
}
components_of() { case $(mirror_of "$1") in *ubuntu) echo main,universe ;; *) echo main ;; esac; }

# Makes build/soak/RELEASE.tar.zst unless it is there.
base_system() { # RELEASE
    local base=build/soak/$1.tar.zst making=build/soak/making-$1
    [ ! -e "$base" ] || return 0
    rm -rf --one-file-system "$making"
    debootstrap --variant=minbase --include=git --components="$(components_of "$1")" "$1" "$making" "$(mirror_of "$1")" &&
        rm -f "$making"/var/cache/apt/archives/*.deb && tar -C "$making" --zstd -cf "$base.part" . && mv "$base.part" "$base"
    local status=$?
    rm -rf --one-file-system "$making"
    return $status
}

# Copies what a machine in this network needs to reach apt's and npm's servers.
host_settings() {
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
    apt-config dump | grep -E '^Acquire::(http|https|ftp|Retries|Check-Valid-Until)' >"$root/etc/apt/apt.conf.d/99host"
    local file
    for file in ~/.npmrc "$(npm config get globalconfig 2>/dev/null)"; do [ ! -s "$file" ] || cat "$file"; done |
        sed 's|^cafile=.*|cafile=/etc/host-certificates.crt|' | sort -u >"$root/root/.npmrc"
    [ ! -e /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/host-certificates.crt"
}

system_starts() { # RELEASE
    rm -rf --one-file-system "$root"
    mkdir -p "$root" && tar -C "$root" -xf "build/soak/$1.tar.zst" || return 1
    mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && host_settings || return 1
    git -c safe.directory='*' clone --quiet --bare . "$root/root/project.git" && inside git clone --quiet /root/project.git /root/fuerstenfeld
}

# inside COMMAND...: in the system, with an environment of its own.
inside() {
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb \
        NODE_EXTRA_CA_CERTS=/etc/host-certificates.crt $(env | grep -iE '^(https?|ftp|no)_proxy=') chroot "$root" "$@"
}
project() { inside sh -c "cd /root/fuerstenfeld && $*"; }

# ----------------------------------------------------------------------------------------------------------- tests

# waits_for PID PATTERN FILE: succeeds as soon as FILE has such a line, fails if the process ends without.
waits_for() {
    while ! grep -qs -- "$2" "$3"; do
        [ -e "/proc/$1/exe" ] || { cat "$3"; return 1; }
        sleep 0.2
    done
}

url_in() { sed -n 's/.* is served at \(http[^ ]*\)$/\1/p' "$1"; }

# The page answers with its script, which a plain page has not, and a table can be made.
page_answers() { # URL
    project ". tools/setup.sh && . tools/node.sh && node -e '
        const get = async path => { const answer = await fetch(new URL(path, \"$1\")); if (!answer.ok) throw path + answer.status; return answer.text() };
        (async () => {
            const script = /src=\"([^\"]*assets[^\"]*\\.js)\"/.exec(await get(\"/\"))[1];
            console.log(script, (await get(script)).length, await get(\"/healthz\"));
        })().catch(fault => { console.log(fault); process.exit(1) })'"
}

# start_play NAME: starts ./play and waits until its page answers. Its process is in $root/NAME.pid, what it says in NAME.log.
start_play() {
    project "echo \$\$ >/$1.pid; exec ./play --store memory" >"$logs/$1.log" 2>&1 &
    echo $! >"$logs/$1.job"
    waits_for $! 'is served at' "$logs/$1.log" && page_answers "$(url_in "$logs/$1.log")"
}
stop_play() { kill "$(cat "$root/$1.pid")" && wait "$(cat "$logs/$1.job")"; }
second_play_takes_another_port() {
    start_play second && [ "$(url_in "$logs/second.log")" != "$(url_in "$logs/play.log")" ] && stop_play second
}
play_shows_progress() { grep -q '^Building the page' "$logs/play.log" && grep -qE '^ +[0-9]+ s  ' "$logs/play.log"; }
play_terminal() { project "printf '?\n\nquit!\n' | ./play --terminal --plain --seed 1" >"$logs/terminal.log" 2>&1 && grep -q 'Round 1' "$logs/terminal.log"; }
help_installs_nothing() {
    project "./play --help && ./check --help && ./soak --help && ./play -h && ./check -h && ./soak -h" >"$logs/help.log" 2>&1 &&
        ! project "command -v gcc"
}
wrong_options() {
    local command
    for command in "./play --no-such" "./check --no-such" "./soak no-such"; do
        project "$command" >"$logs/wrong.log" 2>&1
        [ $? = 2 ] && grep -q 'no.such' "$logs/wrong.log" || { echo "$command:" && cat "$logs/wrong.log"; return 1; }
    done
    ! project "command -v gcc"
}
check_passes() {
    project "$check" >"$logs/check.log" 2>&1 && tail -n 1 "$logs/check.log" | grep -q '^[0-9]* passed, 0 failed$' && return
    grep -A 40 '^FAIL' "$logs/check.log" || tail -n 40 "$logs/check.log"
    return 1
}

# The release's own Python, numpy, cffi and mypy; PyTorch and the frameworks are left out.
python_package() {
    project "mkdir -p build/none; . tools/setup.sh; need gcc:gcc \$python_build_tools :python3-mypy && tests/test_python.sh build/none/fuerstenfeld" \
        >"$logs/python.log" 2>&1 && grep -q '^ok   python: types' "$logs/python.log" && ! grep -q 'skipped: the Python package' "$logs/python.log" && return
    tail -n 60 "$logs/python.log"
    return 1
}

for release; do
    logs=$PWD/build/soak/fresh-$release root=$PWD/build/soak/root-$release
    mkdir -p "$logs"
    before=$failed
    ok "$release: a base system" base_system "$release"
    ok "$release: a bare machine with a clone of the project" system_starts "$release"
    if [ $failed = "$before" ] && [ -n "$python" ]; then
        ok "$release: the Python package" python_package
    elif [ $failed = "$before" ]; then
        ok "$release: --help prints help and installs nothing" help_installs_nothing
        ok "$release: wrong options are refused and install nothing" wrong_options
        ok "$release: ./play serves the page" start_play play
        ok "$release: ... and showed its progress" play_shows_progress
        ok "$release: a second ./play takes another port" second_play_takes_another_port
        ok "$release: ... and stops at SIGTERM" stop_play play
        ok "$release: ./play --terminal" play_terminal
        [ -z "$check" ] || ok "$release: $check" check_passes
    fi
    umount -R -l "$root/dev"; umount -l "$root/proc"
    [ $failed != "$before" ] || rm -rf --one-file-system "$root"
done
all_done
