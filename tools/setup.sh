# Sourced by ./play, ./check, ./soak and the tools: installs missing packages, shows progress and builds.
#
# The packages stand here and nowhere else, as `command:package`, or as `:package` if the package brings no command. Their names
# have no version, so each release of Debian installs its own: clang 14 and PostgreSQL 15 on Debian 12, clang 19 and 17 on Debian 13.

program_tools='gcc:gcc :libc6-dev make:make cmake:cmake ninja:ninja-build :libuv1-dev :libssl-dev :libedit-dev :libsqlite3-dev :libpq-dev :libcurl4-openssl-dev
    :libsodium-dev'
page_tools='cmake:cmake ninja:ninja-build clang:clang wasm-ld:lld node:nodejs npm:npm zopfli:zopfli'
smoke_tools='chromium-headless-shell:chromium-headless-shell :fonts-dejavu-core'
browser_tools="$smoke_tools chromium:chromium firefox-esr:firefox-esr WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb"
sanitizer_tools='clang:clang :libclang-rt-dev'
check_tools="$sanitizer_tools clang-format:clang-format python3:python3 :postgresql"
check_all_tools="$check_tools faketime:faketime g++:g++ pkg-config:pkg-config gcovr:gcovr ots-sanitize:opentype-sanitizer groff:groff-base zsh:zsh fish:fish
    :nginx"
# The Python package, and what its tests play with.
python_build_tools=':python3-cffi :python3-numpy :python3-setuptools :python3-wheel :python3-dev'
python_tools="$python_build_tools :python3-distributed :python3-torch"
package_tools='git:git dpkg-buildpackage:dpkg-dev dh:debhelper :dh-python lintian:lintian'

# say WORDS: prints a line in bold letters if it goes to a terminal.
say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
[ -t 2 ] || say() { printf '%s\n' "$*" >&2; }

# help SCRIPT: prints the comment at the head of a script.
help() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"; }

# wrong_usage WORDS: says what is wrong with the command line and stops.
wrong_usage() {
    echo "$*" >&2
    exit 2
}

# show_progress TITLE LOG: until it is killed, shows the time and the last line of LOG: on a terminal each second in one line, elsewhere
# each half minute. A command that takes less than two seconds shows nothing.
show_progress() {
    seconds=0
    while sleep 1 </dev/null >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        seconds=$((seconds + 1))
        [ $seconds != 2 ] || say "$1 ..."
        last=$(tail -n 1 "$2" | tr -cd '[:print:]' | cut -c 1-66)
        if [ -t 2 ]; then
            [ $seconds -lt 2 ] || printf '\r\033[K%5d s  %s' $seconds "$last" >&2
        elif [ $((seconds % 30)) = 0 ]; then
            printf '%5d s  %s\n' $seconds "$last" >&2
        fi
    done
}

# quietly TITLE LOG COMMAND...: runs a command with its output in LOG and shows progress; returns the command's exit status.
quietly() {
    title=$1 log=$2
    shift 2
    : >"$log"
    show_progress "$title" "$log" &
    progress=$!
    status=0
    "$@" </dev/null >>"$log" 2>&1 || status=$?
    kill $progress 2>/dev/null || true
    wait $progress 2>/dev/null || true
    [ ! -t 2 ] || printf '\r\033[K' >&2
    return $status
}

# installed PACKAGE: succeeds if it is installed, or if there is no dpkg to ask.
installed() {
    command -v dpkg-query >/dev/null || return 0
    case $(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null) in ii*) ;; *) return 1 ;; esac
}

# missing COMMAND:PACKAGE...: prints the packages to install, each once.
missing() {
    for tool; do
        if [ -n "${tool%%:*}" ]; then
            command -v "${tool%%:*}" >/dev/null || echo "${tool#*:}"
        else
            installed "${tool#*:}" || echo "${tool#*:}"
        fi
    done | sort -u | xargs
}

# apt_install PACKAGE...: as root, or with sudo as $as_root, which forgets the environment, so env sets it again.
apt_install() {
    # Tests start a PostgreSQL of their own; the package must not set up a server that runs all the time.
    case " $* " in *" postgresql "*)
        $as_root sh -c 'mkdir -p /etc/postgresql-common && [ -e /etc/postgresql-common/createcluster.conf ] ||
            echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf' ;;
    esac
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q"
    $apt update || return 1
    case " $* " in
    *" nginx "*) $as_root sh -c "$install_without_service" sh "$@" ;;
    *) $apt install -y --no-install-recommends "$@" ;;
    esac
}

# Installs packages, one of which is nginx. A test starts its own, so the package's server must start neither now nor with the system.
install_without_service='
    export DEBIAN_FRONTEND=noninteractive
    policy=/usr/sbin/policy-rc.d # forbids the packages to start services
    if [ ! -e $policy ]; then
        trap "rm -f $policy" EXIT
        trap "exit 1" INT TERM HUP
        printf "#!/bin/sh\nexit 101\n" >$policy && chmod +x $policy
    fi
    apt-get -q install -y --no-install-recommends "$@" && update-rc.d nginx disable'

# need COMMAND:PACKAGE...: installs missing packages, or says which to install and stops.
need() {
    packages=$(missing "$@")
    [ -n "$packages" ] || return 0
    as_root=
    if [ "$(id -u)" != 0 ]; then as_root=sudo; fi
    if ! command -v apt-get >/dev/null || ! command -v ${as_root:-true} >/dev/null; then
        say "These packages are missing, and installing them needs apt-get and root or sudo: $packages"
        say "Install them (on Debian: apt-get install $packages) and run this again."
        exit 2
    fi
    # sudo asks for its password here, because progress is shown while apt-get runs.
    [ -z "$as_root" ] || sudo -v || exit 2
    if ! quietly "Installing with apt-get: $packages" build/install.log apt_install $packages; then
        tail -n 20 build/install.log >&2
        say "Installing failed (above; all of it in build/install.log). These packages are needed: $packages"
        exit 2
    fi
}

# configure_and_build PRESET "TARGETS" [cmake options]
configure_and_build() {
    preset=$1 targets=$2
    shift 2
    cmake --preset "$preset" "$@" || return 1
    # After a change of compiler cmake forgets the other options, so it is told them again.
    ! grep -q 'require your cache to be deleted' "build/build-$preset.log" || cmake --preset "$preset" "$@" || return 1
    cmake --build --preset "$preset" --target $targets
}

# build PRESET "TARGETS" [cmake options]: shows the compiler's output only if it fails.
build() {
    if ! quietly "Building $2 ($1)" "build/build-$1.log" configure_and_build "$@"; then
        grep -v -e '^-- ' -e '^\[' "build/build-$1.log" >&2
        say "The $1 build failed (above; all of it in build/build-$1.log)."
        return 1
    fi
}
