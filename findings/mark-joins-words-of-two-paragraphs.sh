#!/bin/sh
# mark.js 8.11.1 with jsdom 26.1.0 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: with `acrossElements` the texts of all elements are joined without a border. A word that ends one paragraph and a word that
# begins the next are found as one word, and words that the page shows apart are not found with the space between them.
# Output seen:
#   "wordpress": word, press
#   "word press": nothing
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mark.js@8.11.1 jsdom@26.1.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { JSDOM } = require('jsdom')
const { window } = new JSDOM('<p>She had the last word</p><p>press reports followed.</p>')
const { document, NodeFilter, NodeList, HTMLIFrameElement, HTMLElement } = window
Object.assign(globalThis, { window, document, NodeFilter, NodeList, HTMLIFrameElement, HTMLElement })
const Mark = require('mark.js')

function find(words) {
  const context = new Mark(document.body)
  context.unmark()
  context.mark(words, { acrossElements: true, separateWordSearch: false })
  const found = [...document.querySelectorAll('mark')].map(each => each.textContent)
  console.log(`"${words}":`, found.join(', ') || 'nothing')
  return found
}
assert.deepEqual(find('wordpress'), ['word', 'press'])
assert.deepEqual(find('word press'), [])
PROGRAM
node run.cjs
