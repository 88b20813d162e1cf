#!/bin/sh
# Continuous archiving of the PostgreSQL server that has the archive, in a folder on another disk or machine. Run as
# postgres, where that server listens (PGHOST, PGPORT):
#
#   receive FOLDER                 receives every change as it is made, until it is stopped (santase-wal.service)
#   wait on|off                    lets a write be acknowledged only when the folder has it, too
#   base FOLDER                    adds a copy of the whole; keeps the newest two, and the changes since (santase-base)
#   restore FOLDER DATA [MOMENT]   makes the data folder of a server, as it was at a moment, or at the last change
#   drill FOLDER [MOMENT]          restores into a temporary folder, checks the archive there, and says how long it took
#
# A moment is written so that `date --date` understands it: '2026-11-26 18:30:00 UTC'.
set -eu
NAME=santase_wal
for programs in /usr/lib/postgresql/*/bin; do
    PATH=$programs:$PATH
done

receive() {
    mkdir -p "$1/wal"
    pg_receivewal --slot="$NAME" --create-slot --if-not-exists
    # What completes a file is acknowledged with the next status, which by default may be 10 seconds later.
    PGAPPNAME=$NAME exec pg_receivewal --slot="$NAME" --synchronous --status-interval=1 --directory="$1/wal"
}

wait_for_it() {
    case $1 in
        on) names=$NAME ;;
        off) names= ;;
        *) usage ;;
    esac
    psql --quiet --no-psqlrc --dbname=postgres --set=ON_ERROR_STOP=1 \
        --command="ALTER SYSTEM SET synchronous_standby_names = '$names'" --command='SELECT pg_reload_conf()' >/dev/null
}

# A base is named after the moment at which it was complete: before that nothing can be restored from it.
base() {
    mkdir -p "$1/base"
    rm -rf "$1/base/.part"
    pg_basebackup --pgdata="$1/base/.part" --format=tar --gzip --wal-method=none --checkpoint=fast
    mv "$1/base/.part" "$1/base/$(date -u +%Y%m%dT%H%M%SZ)"
    for old in $(ls "$1/base" | head -n -2); do
        rm -rf "$1/base/$old"
    done
    first=$(tar -xzOf "$1/base/$(ls "$1/base" | head -n 1)/base.tar.gz" backup_label |
        sed -n 's/^START WAL LOCATION:.*(file \(.*\))$/\1/p')
    pg_archivecleanup "$1/wal" "$first"
}

restore() {
    [ ! -e "$2" ] || stop "$2 is there already: move it away"
    until=$(date -u --date="${3:-tomorrow}" +%Y%m%dT%H%M%SZ)
    from=$(ls "$1/base" | awk -v until="$until" '$0 < until' | tail -n 1)
    [ -n "$from" ] || stop "there is no base from before $until in $1/base"
    mkdir -m 700 "$2"
    tar -xzf "$1/base/$from/base.tar.gz" -C "$2"
    {
        echo "restore_command = 'cp \"$1/wal/%f\" \"%p\" || cp \"$1/wal/%f.partial\" \"%p\"'"
        echo "recovery_target_action = 'promote'"
        echo "synchronous_standby_names = ''"
        [ -z "${3:-}" ] || echo "recovery_target_time = '$(date -u --date="$3" '+%Y-%m-%d %H:%M:%S.%6N+00')'"
    } >> "$2/postgresql.auto.conf"
    touch "$2/recovery.signal"
}

drill() {
    place=$(mktemp -d "$1/drill.XXXXXX")
    trap 'pg_ctl --pgdata="$place/data" --mode=immediate stop >/dev/null 2>&1 || true; rm -rf "$place"' EXIT
    began=$(date +%s)
    restore "$1" "$place/data" "${2:-}"
    echo 'local all all trust' > "$place/pg_hba.conf"
    [ -e "$place/data/postgresql.conf" ] || : > "$place/data/postgresql.conf"  # which Debian has elsewhere
    pg_ctl --pgdata="$place/data" --wait --timeout=36000 --log="$place/log" --options="-c listen_addresses= \
        -c unix_socket_directories=$place -c hba_file=$place/pg_hba.conf -c hot_standby=off" start >/dev/null || true
    until psql --host="$place" --username=postgres --dbname=postgres --command='SELECT 1' >/dev/null 2>&1; do
        pg_ctl --pgdata="$place/data" status >/dev/null || stop "it was not restored: $(tail -n 3 "$place/log")"
        sleep 1  # it accepts nothing until it has read all changes
    done
    "${SANTASE:-/opt/santase/bin/santase}" archive check --db "postgresql+psycopg://postgres@/${PGDATABASE:-santase}?host=$place"
    echo "restored in $(($(date +%s) - began)) s"
}

stop() {
    echo "$0: $1" >&2
    exit 1
}

usage() {
    sed -n 's/^#   //p' "$0" >&2
    exit 2
}

case ${1:-}:$# in
    receive:2 | base:2) "$1" "$2" ;;
    wait:2) wait_for_it "$2" ;;
    restore:3 | restore:4 | drill:2 | drill:3) "$@" ;;
    *) usage ;;
esac
