#!/usr/bin/env bash
# Load-tests the server with SQLite and with a temporary PostgreSQL, compared with a bare WebSocket echo (docs/figures.md).
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

# Debian keeps PostgreSQL's programs outside the path; elsewhere they are in it.
postgres_programs() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1; }
programs=$(postgres_programs)
if [ -z "$programs" ]; then
    if command -v initdb >/dev/null; then
        programs=$(dirname "$(command -v initdb)")
    elif debian_install postgresql; then
        programs=$(postgres_programs)
    else
        echo 'PostgreSQL is missing. On Debian, as root: apt-get install postgresql' >&2
        exit 1
    fi
fi
"${CARGO:-cargo}" build --release --package sabika
data=$(mktemp -d)
port=$(free_port)
# PostgreSQL refuses to run as root.
as() { "$@"; }
if [ "$(id -u)" -eq 0 ]; then
    chown postgres "$data"
    as() { runuser -u postgres -- "$@"; }
fi
trap 'as "$programs/pg_ctl" -D "$data/postgres" -m immediate stop >/dev/null 2>&1; rm -rf "$data"' EXIT
as "$programs/initdb" -A trust -U sabika -D "$data/postgres" >/dev/null
as "$programs/pg_ctl" -D "$data/postgres" -w -l /dev/null \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$data" start >/dev/null
as "$programs/createdb" -h 127.0.0.1 -p "$port" -U sabika load
ulimit -n "$(ulimit -Hn)"
"${CARGO_TARGET_DIR:-target}/release/sabika" load --database "sqlite:$data/load.db" \
    --database "postgres://sabika@127.0.0.1:$port/load" "$@"
