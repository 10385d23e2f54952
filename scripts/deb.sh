#!/usr/bin/env bash
# Builds the Debian package of the program, including the page, in target/debian. With `--try`, also installs it on this machine, starts
# the server, checks that it answers, and removes it again: this requires root on Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

: "${CARGO:=cargo}"
target=${CARGO_TARGET_DIR:-target}
"$CARGO" deb --version >/dev/null 2>&1 || {
    echo 'cargo-deb is missing: building it, which takes a few minutes.'
    "$CARGO" install --locked cargo-deb
}
scripts/engine.sh
scripts/page.sh
"$CARGO" build --release --package sabika
"$CARGO" deb --package sabika --no-build --no-strip --output "$target/debian/"
package=$(ls -t "$target"/debian/sabika_*.deb | head -n 1)
echo "$package"
[ "${1:-}" = --try ] || exit 0

[ "$(id -u)" -eq 0 ] && command -v dpkg >/dev/null || { echo '--try must run as root, on Debian.' >&2; exit 1; }
! getent passwd sabika >/dev/null || { echo 'Sabika is already installed here: not touching it.' >&2; exit 1; }
trap 'kill "${server:-0}" 2>/dev/null || true; dpkg --purge sabika >/dev/null' EXIT
# Without a service manager, as in a container, no service is started.
dpkg --install "$package"
[ "$(stat -c '%U %a' /var/lib/sabika)" = 'sabika 750' ] || { echo 'The data folder has the wrong owner or permissions.' >&2; exit 1; }
if command -v systemd-analyze >/dev/null; then
    systemd-analyze verify /usr/lib/systemd/system/sabika.service
fi
port=$(free_port)
SABIKA_LISTEN=127.0.0.1:$port SABIKA_DATA=/var/lib/sabika setpriv --reuid=sabika --regid=sabika --clear-groups \
    /usr/bin/sabika serve --log error >/dev/null &
server=$!
python3 - "$port" <<'PYTHON'
import sys, time, urllib.request
for _ in range(100):
    try:
        sys.exit(urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/healthz").read() != b"ok\n")
    except OSError:
        time.sleep(0.1)
sys.exit("it does not answer")
PYTHON
kill "$server"
wait "$server"
server=
[ -s /var/lib/sabika/sabika.db ] || { echo 'The server stored nothing.' >&2; exit 1; }
dpkg --remove sabika >/dev/null
[ -s /var/lib/sabika/sabika.db ] || { echo 'Removing the package deleted the games.' >&2; exit 1; }
dpkg --purge sabika >/dev/null
trap - EXIT
[ ! -e /var/lib/sabika ] || { echo 'Purging the package left data behind.' >&2; exit 1; }
echo 'installed, started, queried, removed and purged'
