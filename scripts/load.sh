#!/usr/bin/env bash
# Load-tests the server with SQLite and with a temporary PostgreSQL, compared with a bare WebSocket echo (docs/figures.md).
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
if [ -z "$programs" ]; then
    if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql
        programs=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
    elif command -v initdb >/dev/null; then
        programs=$(dirname "$(command -v initdb)")
    else
        echo 'PostgreSQL is missing. On Debian, as root: apt-get install postgresql' >&2
        exit 1
    fi
fi
"${CARGO:-cargo}" build --release --package sabika
data=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
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
