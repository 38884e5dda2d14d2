# Sourced by ./play, ./check and ./soak: say what happens, and install what is missing.
# Debian's packages are named as `command:package`, or `:package` where no command tells that it is there.

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
[ -t 2 ] || say() { printf '%s\n' "$*" >&2; }

program_tools='gcc:gcc :libc6-dev cmake:cmake ninja:ninja-build :libuv1-dev :libssl-dev
    :libsqlite3-dev :libpq-dev :libsodium-dev'
page_tools='cmake:cmake ninja:ninja-build clang-14:clang-14 wasm-ld-14:lld-14 node:nodejs npm:npm zopfli:zopfli'
browser_tools='chromium:chromium chromium-headless-shell:chromium-headless-shell firefox-esr:firefox-esr
    WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb :fonts-dejavu-core'
check_tools='g++:g++ clang-14:clang-14 wasm-ld-14:lld-14 :libclang-rt-14-dev clang-format-14:clang-format-14
    gcovr:gcovr ots-sanitize:opentype-sanitizer node:nodejs groff:groff-base python3:python3 :postgresql-15
    pkg-config:pkg-config zsh:zsh fish:fish'

# installed PACKAGE: true also where there is no dpkg to ask.
installed() {
    command -v dpkg-query >/dev/null || return 0
    case $(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null) in ii*) ;; *) return 1 ;; esac
}

# missing COMMAND:PACKAGE...: prints the packages to install.
missing() {
    for tool; do
        if [ -n "${tool%%:*}" ]; then
            command -v "${tool%%:*}" >/dev/null || printf ' %s' "${tool#*:}"
        else
            installed "${tool#*:}" || printf ' %s' "${tool#*:}"
        fi
    done
}

# need COMMAND:PACKAGE...: installs what is missing, or says what to install and stops.
need() {
    packages=$(missing "$@")
    [ -n "$packages" ] || return 0
    as_root=
    if [ "$(id -u)" != 0 ]; then as_root=sudo; fi
    if ! command -v apt-get >/dev/null || ! command -v ${as_root:-true} >/dev/null; then
        say "These packages are missing, and installing them needs apt-get and root or sudo:$packages"
        say "Install them (on Debian: apt-get install$packages) and run this again."
        exit 2
    fi
    say "Installing with apt-get:$packages"
    # Tests start a PostgreSQL of their own; a machine gets none that runs all the time.
    case " $packages " in *" postgresql-15 "*)
        $as_root sh -c 'mkdir -p /etc/postgresql-common && [ -e /etc/postgresql-common/createcluster.conf ] ||
            echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf' ;;
    esac
    # sudo forgets the environment, so env sets it again.
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q"
    if ! { $apt update && $apt install -y --no-install-recommends $packages; } </dev/null >build/install.log 2>&1; then
        tail -n 20 build/install.log >&2
        say "Installing failed (above; all of it in build/install.log). These packages are needed:$packages"
        exit 2
    fi
}

# build PRESET "TARGETS" [cmake options]: quiet unless it fails.
build() {
    preset=$1 targets=$2
    shift 2
    log=build/build-$preset.log
    # Where another compiler is asked for than before, cmake forgets what else it was told: so it is told again.
    if ! { cmake --preset "$preset" "$@" && { ! grep -q 'require your cache to be deleted' "$log" || cmake --preset "$preset" "$@"; } &&
        cmake --build --preset "$preset" --target $targets; } >"$log" 2>&1; then
        grep -v -e '^-- ' -e '^\[' "$log" >&2
        say "The $preset build failed (above; all of it in $log)."
        return 1
    fi
}
