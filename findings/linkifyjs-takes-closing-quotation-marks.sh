#!/bin/sh
# linkifyjs 4.4.0 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: the straight quotation mark after an address ends it, but the closing marks of German and French, the apostrophe of a
# genitive and an ellipsis become a part of it. The link leads to a page that does not exist.
# Output seen: ["https://a.example/x","https://a.example/x“","https://a.example/x»","https://a.example/x’s","https://a.example/x…"]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts linkifyjs@4.4.0
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { find } from 'linkifyjs'

const texts = ['"https://a.example/x"', '„https://a.example/x“', '«https://a.example/x»', 'https://a.example/x’s page', 'https://a.example/x…']
const links = texts.map(text => find(text)[0].href)
console.log(JSON.stringify(links))
assert.deepEqual(
  links,
  ['', '“', '»', '’s', '…'].map(end => `https://a.example/x${end}`),
)
PROGRAM
node run.mjs
