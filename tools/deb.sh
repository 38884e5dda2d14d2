#!/bin/sh
# Debian packages into build/deb, looked at by lintian: tools/deb.sh. With --try, which needs root and Debian's mirror, the packages
# are installed in a bare Debian 12 of its own, used there, and removed again.
#
# Ends with "N passed, N failed". The page is part of the program, so it is built first.
set -u
cd "$(dirname "$0")/.."
. tests/ok.sh
try=false
case ${1:-} in '') ;; --try) try=true ;; *) sed -n '2,5s/^# \{0,1\}//p' "$0" && exit 2 ;; esac
for tool in dpkg-buildpackage dh lintian; do
    command -v $tool >/dev/null || { echo "tools/deb.sh: there is no $tool; on Debian: apt-get install dpkg-dev debhelper dh-python lintian" >&2 && exit 2; }
done

# ---------------------------------------------------------------------------------------------------- the packages

# From a copy of what is committed or changed, beside which dpkg-buildpackage leaves its files.
build_packages() {
    tools/page.sh || return 1
    rm -rf build/deb && mkdir -p build/deb/source/build || return 1
    git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t build/deb/source 2>/dev/null
    cp -r build/page build/deb/source/build/ && mv build/deb/source/packaging/debian build/deb/source/ && (cd build/deb/source && DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage -b -us -uc)
}
quiet_lintian() { lintian --fail-on error,warning --display-level ">=warning" build/deb/*.changes; }
contents() { # PACKAGE FILE...: it has these files
    dpkg -c build/deb/"$1"_*.deb >"$work/contents" || return 1
    shift
    for file; do grep -q " \./$file\$" "$work/contents" || { echo "no $file in:" && cat "$work/contents" && return 1; }; done
}
lib=usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
ok "deb: the packages are built" build_packages
ok "deb: lintian has no error and no warning" quiet_lintian
ok "deb: the program" contents fuerstenfeld usr/bin/fuerstenfeld usr/share/man/man1/fuerstenfeld.1.gz lib/systemd/system/fuerstenfeld.service \
    usr/share/bash-completion/completions/fuerstenfeld usr/share/zsh/vendor-completions/_fuerstenfeld usr/share/fuerstenfeld/editions/default.edition
ok "deb: the library" contents libfuerstenfeld0 "$lib/libfuerstenfeld.so.0 -> libfuerstenfeld.so.0.1.0"
ok "deb: the development files" contents libfuerstenfeld-dev usr/include/fuerstenfeld/ff.h "$lib/pkgconfig/fuerstenfeld.pc" "$lib/libfuerstenfeld.a"
ok "deb: the Python package" contents python3-fuerstenfeld usr/lib/python3/dist-packages/fuerstenfeld/_native.abi3.so \
    usr/lib/python3/dist-packages/fuerstenfeld/data/default.net
ok "deb: the documentation" contents fuerstenfeld-doc usr/share/doc/fuerstenfeld/rules.md.gz
$try || { all_done && exit || exit 1; }

# -------------------------------------------------------------------------------------------------- a bare Debian 12

root=$work/root
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
bare() {
    mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[.*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
    debootstrap --variant=minbase bookworm "$root" "${mirror:-http://deb.debian.org/debian}" && cp build/deb/*.deb "$root/root/"
}
ok "try: a bare Debian 12" bare
ok "try: apt install ./fuerstenfeld_*.deb" inside sh -c 'apt-get install -y --no-install-recommends /root/fuerstenfeld_*.deb'
plays() { printf '?\nquit!\n' | inside fuerstenfeld play --plain --seed 1 >"$work/play" 2>&1; cat "$work/play"; grep -q "Round 1" "$work/play"; }
ok "try: fuerstenfeld play" plays
games() { inside fuerstenfeld selfplay --games 3 --bots prince:10,steward,random; }
ok "try: bots play" games
ok "try: systemd comes" inside apt-get install -y --no-install-recommends systemd
disabled() { [ "$(inside systemctl is-enabled fuerstenfeld)" = disabled ] && inside systemctl enable fuerstenfeld && [ "$(inside systemctl is-enabled fuerstenfeld)" = enabled ] && inside systemctl disable fuerstenfeld; }
ok "try: the service is there, and disabled until somebody wants it" disabled
develop() {
    inside sh -c 'apt-get install -y --no-install-recommends /root/libfuerstenfeld*.deb /root/fuerstenfeld-doc*.deb gcc libc6-dev pkg-config &&
        cd /root && cc /usr/share/doc/fuerstenfeld/examples/one_game.c $(pkg-config --cflags --libs fuerstenfeld) && ./a.out'
}
ok "try: the library, with an example of the documentation" develop
python() {
    inside apt-get install -y --no-install-recommends /root/python3-fuerstenfeld_*.deb || return 1
    sed -n '/^```python$/,/^```$/p' python/README.md | sed '/^```/d' >"$root/root/game.py" && inside sh -c 'cd /root && python3 game.py' | grep '^\['
}
ok "try: a first game in Python" python
ok "try: all of it goes again" inside apt-get purge -y fuerstenfeld libfuerstenfeld0 libfuerstenfeld-dev fuerstenfeld-doc python3-fuerstenfeld
nothing_left() { ! find "$root/usr" "$root/etc" "$root/lib/systemd" -name '*fuerstenfeld*' | grep .; }
ok "try: nothing is left" nothing_left
all_done
