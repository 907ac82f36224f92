#!/bin/sh
# dom-anchor-text-position 5.0.0 with jsdom 26.1.0 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: positions count the letters of `script` and `style` elements, which no one reads. A page that carries another number in a
# script at each visit moves every position behind it, and a range over it contains its code.
# Output seen:
#   32..36 "turf"
#   at the next visit: 32..36 " tur"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts dom-anchor-text-position@5.0.0 jsdom@26.1.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { JSDOM } = require('jsdom')
const { window } = new JSDOM('')
const { document, NodeFilter, Node } = window
Object.assign(globalThis, { window, document, NodeFilter, Node })
const { fromRange, toRange } = require('dom-anchor-text-position')

const show = visit =>
  (document.body.innerHTML = `<script type="application/json">${visit}</script><p>The roof is made of turf.</p>`)
show('{"visit":99}')
const words = document.querySelector('p').firstChild
const range = document.createRange()
range.setStart(words, 20)
range.setEnd(words, 24)
const position = fromRange(document.body, range)
const place = `${position.start}..${position.end}`
console.log(place, JSON.stringify(String(toRange(document.body, position))))
assert.equal(place, '32..36')
show('{"visit":100}')
const found = String(toRange(document.body, position))
console.log('at the next visit:', place, JSON.stringify(found))
assert.equal(found, ' tur')
PROGRAM
node run.cjs
