#!/usr/bin/env bash
# Fuzzes the HTTP API of a real server from its own OpenAPI document, with schemathesis (from PyPI, in its own folder).
# EXAMPLES=200 tries more.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

st=$(venv schemathesis schemathesis==4.32.5)/bin/st
sabika=$(scripts/program.sh)
data=$(mktemp -d)
address=127.0.0.1:$(free_port)
"$sabika" serve --listen "$address" --data "$data" --rate 1000000 --tables-per-person 1000000 --tables-per-address 1000000 --log error >"$data/out" 2>"$data/log" &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; rm -rf "$data"' EXIT

# A person with a session, and a table they opened.
python3 - "$address" >"$data/session" <<'PYTHON'
import http.client, json, sys, time
for _ in range(200):
    try:
        server = http.client.HTTPConnection(sys.argv[1])
        server.connect()
        break
    except OSError:
        time.sleep(0.1)
else:
    sys.exit("the server does not answer")
form = {"Content-Type": "application/json"}
server.request("POST", "/api/session", json.dumps({"name": "Ana"}), form)
answer = server.getresponse()
answer.read()
form["Cookie"] = answer.getheader("Set-Cookie").split(";")[0]
seats = [{"kind": "me"}, {"kind": "open"}]
server.request("POST", "/api/tables", json.dumps({"setup": {"game": "alhambra", "players": 2}, "seats": seats}), form)
print(form["Cookie"], json.loads(server.getresponse().read())["code"])
PYTHON
read -r cookie table <"$data/session"

# Once with any path, and once with a table that exists. Requests that end the session or delete the person come last.
try() {
    "$st" --config-file "$1" run "http://$address/api/openapi.json" --header "Cookie: $cookie" --seed 1 \
        --max-examples "${EXAMPLES:-25}" --warnings off "${@:2}"
}
sed "s/^# parameters.*/parameters = { \"path.table\" = \"$table\" }/" scripts/schemathesis.toml >"$data/at-a-table.toml"
last=(end delete)
try scripts/schemathesis.toml "${last[@]/#/--exclude-operation-id=}"
try "$data/at-a-table.toml" --phases=coverage,fuzzing --include-path-regex='\{table\}'
for operation in "${last[@]}"; do
    try scripts/schemathesis.toml --include-operation-id="$operation"
done
if grep -q panicked "$data/log"; then
    cat "$data/log"
    exit 1
fi
