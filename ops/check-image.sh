#!/usr/bin/env bash
# Runs the steps of the Dockerfile in a temporary folder, where Docker is missing: install, build, prune, start as an
# ordinary user who can write to its two folders alone, health check, stop. Run it as root from a checkout.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(mktemp -d)
chmod 755 "$root"
pid=
finish() {
  [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null || true
  rm -rf "$root"
}
trap finish EXIT

app=$root/opt/footnote
mkdir -p "$app"
git archive HEAD | tar -x -C "$app" --exclude=bench --exclude=e2e --exclude=simulation
cd "$app"
ops/build-image.sh "$root/node"
du -sh "$app"

install -d -o nobody -g nogroup -m 0700 "$root/data" "$root/data-keys" "$root/tmp"
port=${PORT:-18787}
settings=(PATH="$root:/usr/bin:/bin" TMPDIR="$root/tmp" PORT="$port" NODE_ENV=production
  FOOTNOTE_DATA_DIR="$root/data" FOOTNOTE_ENGINE_KEYS_DIR="$root/data-keys")
as_user() { setpriv --reuid nobody --regid nogroup --clear-groups env -i "${settings[@]}" "$@"; }
as_user test ! -w "$app" || { echo 'the code is writable for the service' >&2; exit 1; }
# In place of the shell, so that signals reach the service itself.
(exec setpriv --reuid nobody --regid nogroup --clear-groups env -i "${settings[@]}" \
  "$root/node" server/bin/footnote.js serve) >"$root/log" 2>&1 &
pid=$!
for _ in $(seq 120); do
  as_user "$root/node" ops/health.js && curl -fs "http://127.0.0.1:$port/readyz" >/dev/null && break
  kill -0 "$pid" 2>/dev/null || { cat "$root/log" >&2; exit 1; }
  sleep 1
done
curl -fs "http://127.0.0.1:$port/readyz"
echo
kill -TERM "$pid"
wait "$pid"
pid=
echo 'The steps of the image work: installed, started, healthy, stopped.'
