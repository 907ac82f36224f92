#!/bin/sh
# dom-anchor-text-quote 4.0.2 with jsdom 26.1.0 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: `toRange` finds a quote approximately, and neither its result nor an option says so. After a page has changed, a
# highlight is put on words that say the opposite of what was marked, or another number.
# Output seen:
#   The treatment is recommended for children. -> The treatment is not recommended for children.
#   Prices rose by 15 percent in May. -> Prices rose by 5 percent in May.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts dom-anchor-text-quote@4.0.2 jsdom@26.1.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { JSDOM } = require('jsdom')
const { window } = new JSDOM('<p></p><p>The end.</p>')
const { document, NodeFilter, Node } = window
Object.assign(globalThis, { window, document, NodeFilter, Node })
const { toRange } = require('dom-anchor-text-quote')

const changes = [
  ['The treatment is recommended for children.', 'The treatment is not recommended for children.'],
  ['Prices rose by 15 percent in May.', 'Prices rose by 5 percent in May.'],
]
for (const [exact, now] of changes) {
  document.querySelector('p').textContent = now
  const found = String(toRange(document.body, { exact }))
  console.log(exact, '->', found)
  assert.equal(found, now)
}
PROGRAM
node run.cjs
