#!/bin/sh
# The units of examples/hosting in a real systemd: tools/units.sh PROGRAM, as root.
#
# A container whose root is a new folder and whose /usr is this machine's, read-only, without a network but its own loopback. systemd
# starts there as on a machine; a oneshot unit looks at the server, uses it, reloads, kills, stops and starts it, and switches off.
set -u
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/fuerstenfeld}")
for tool in systemd-nspawn systemd-analyze curl; do
    command -v $tool >/dev/null || { echo "tools/units.sh: there is no $tool; on Debian: apt-get install systemd-container curl" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo "tools/units.sh: only root can start a container" >&2; exit 2; }
. tests/ok.sh
root=$work/root
for folder in usr etc/systemd/system/multi-user.target.wants var tmp run proc sys dev root opt; do mkdir -p "$root/$folder"; done
for link in bin sbin lib lib32 lib64; do [ ! -L /$link ] || cp -a /$link "$root/"; done
for file in os-release passwd group shadow nsswitch.conf ld.so.conf ld.so.conf.d ld.so.cache pam.d security dbus-1; do
    cp -rL /etc/$file "$root/etc/" 2>/dev/null
done
: >"$root/etc/machine-id"
cp "$program" "$root/opt/fuerstenfeld"
units=$root/etc/systemd/system
for unit in examples/hosting/*.service; do
    sed 's|/usr/local/bin/fuerstenfeld|/opt/fuerstenfeld|' "$unit" >"$units/$(basename "$unit")"
done
# A database is not at hand there: the second unit's server keeps its tables in memory.
sed -i 's|--store postgres://[^ ]*|--store memory|' "$units/fuerstenfeld@.service"
echo PGPASSWORD=WORD >"$root/etc/fuerstenfeld.env"
cat >"$units/probe.service" <<END
[Unit]
After=fuerstenfeld.service
[Service]
Type=oneshot
ExecStart=/bin/sh /etc/probe.sh
END
ln -s ../fuerstenfeld.service ../probe.service "$units/multi-user.target.wants/"
cat >"$root/etc/probe.sh" <<'END'
exec >/var/told 2>&1
admin() { /opt/fuerstenfeld admin --store sqlite:/var/lib/fuerstenfeld/tables.sqlite "$@"; }
healthy() { for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do curl -fs http://127.0.0.1:$1/healthz && return; sleep 0.5; done; }
main() { systemctl show -p MainPID --value fuerstenfeld; }
echo "health $(healthy 8080)"
curl -s -H 'Content-Type: application/json' -d '{"name":"Anna"}' http://127.0.0.1:8080/api/guest >/dev/null
echo "user $(stat -c %U /proc/$(main))"
grep -E '^(NoNewPrivs|Seccomp|CapEff):' /proc/$(main)/status
echo "file $(stat -L -c %a /var/lib/fuerstenfeld/tables.sqlite)"
echo "guests $(admin guests)"
systemctl reload fuerstenfeld && echo "reloaded $(healthy 8080)"
kill -9 $(main); sleep 2; echo "after a kill $(healthy 8080)"
systemctl stop fuerstenfeld; echo "stopped $(systemctl show -p Result --value fuerstenfeld)"
admin lobby close; systemctl start fuerstenfeld; echo "again $(healthy 8080)"
systemctl start fuerstenfeld@8081 && echo "second $(healthy 8081)"
echo end
systemctl poweroff
END
systemd-analyze verify "$units"/fuerstenfeld.service >"$work/verify" 2>&1
timeout 120 systemd-nspawn -q -D "$root" --bind-ro=/usr --private-network --register=no --keep-unit -b >"$work/boot" 2>&1
told() { cat "$root/var/told" || tail -n 20 "$work/boot"; grep -qE "$1" "$root/var/told"; }
ok "units: the container came up and was switched off" told '^end$'
ok "units: the server is healthy" told '^health ok$'
ok "units: it runs as a user of its own, without rights, with a filter on system calls" told '^user fuerstenfeld$'
ok "units: ... no capabilities" told '^CapEff:.0000000000000000$'
ok "units: ... no new privileges" told '^NoNewPrivs:.1$'
ok "units: ... filtered" told '^Seccomp:.2$'
ok "units: the tables' file is its alone" told '^file 600$'
ok "units: root looks after it while it runs" told '^guests [a-z2-7]{16} .* Anna$'
ok "units: a reload leaves it running" told '^reloaded ok$'
ok "units: it is started again after a kill" told '^after a kill ok$'
ok "units: it stops well" told '^stopped success$'
ok "units: it starts on what root left" told '^again ok$'
ok "units: a server by port" told '^second ok$'
exposure() { systemd-analyze security --offline=true --threshold=20 "$1"; }
ok "units: little is exposed" exposure examples/hosting/fuerstenfeld.service
ok "units: likewise by port" exposure examples/hosting/fuerstenfeld@.service
all_done
