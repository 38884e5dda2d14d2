#!/bin/sh
# A PostgreSQL of its own for a test: in a new folder, reached by a unix socket only, gone afterwards.
#
#     tools/postgres.sh with COMMAND...   runs the command with FF_POSTGRES set to the database's address, and
#                                         FF_POSTGRES_FOLDER for the two below; its exit status is the command's
#     tools/postgres.sh start FOLDER      starts what is (or makes what is not yet) in FOLDER; prints the address
#     tools/postgres.sh stop FOLDER [fast|immediate]    immediate is like a loss of power
#
# PostgreSQL refuses to run as root, so root starts it as the user that Debian's package makes. Nothing is synced to the
# disk when it is made, which is most of the time it takes; when it runs, it syncs as always.
set -eu

bin=
for folder in /usr/lib/postgresql/*/bin; do [ -x "$folder/initdb" ] && bin=$folder; done
if [ -z "$bin" ]; then
    echo "tools/postgres.sh: there is no PostgreSQL here; on Debian: apt-get install postgresql" >&2
    exit 2
fi

as_postgres() {
    if [ "$(id -u)" = 0 ]; then
        (cd / && exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@")
    else
        "$@"
    fi
}

start() {
    folder=$1
    mkdir -p "$folder"
    folder=$(realpath "$folder")
    [ "$(id -u)" != 0 ] || chown postgres:postgres "$folder"
    new=
    if [ ! -d "$folder/data" ]; then
        new=1
        as_postgres "$bin/initdb" --no-sync --auth=trust --username=fuerstenfeld --encoding=UTF8 --locale=C \
            --pgdata="$folder/data" >"$folder.initdb.log" 2>&1 || { cat "$folder.initdb.log" >&2; exit 2; }
        rm -f "$folder.initdb.log"
    fi
    as_postgres "$bin/pg_ctl" --wait --timeout=600 --silent --pgdata="$folder/data" --log="$folder/log" \
        --options="-c listen_addresses='' -c unix_socket_directories='$folder'" start >/dev/null ||
        { cat "$folder/log" >&2; exit 2; }
    [ -z "$new" ] || "$bin/createdb" --host="$folder" --username=fuerstenfeld fuerstenfeld
    echo "postgres://fuerstenfeld@/fuerstenfeld?host=$folder"
}

stop() { as_postgres "$bin/pg_ctl" --wait --timeout=600 --silent --pgdata="$(realpath "$1")/data" --mode="${2:-fast}" stop >/dev/null; }

with() {
    made=$(mktemp -d /tmp/ff-postgres.XXXXXX) # a short path: a socket's name may have 107 bytes
    trap 'stop "$made" immediate 2>/dev/null; rm -rf "$made"' EXIT
    trap 'exit 129' HUP INT TERM
    chmod 755 "$made"
    FF_POSTGRES=$(start "$made")
    export FF_POSTGRES FF_POSTGRES_FOLDER="$made"
    status=0
    "$@" || status=$?
    exit $status
}

case "${1:-} $#" in
"with "[2-9]* | "with "1[0-9]*) shift && with "$@" ;;
"start 2") start "$2" ;;
"stop 2" | "stop 3") shift && stop "$@" ;;
*) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
