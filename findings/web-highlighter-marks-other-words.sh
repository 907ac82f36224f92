#!/bin/sh
# web-highlighter 0.7.4 with jsdom 26.1.0 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: `fromStore` takes the words of a highlight and does not compare them with the page. When one paragraph was added above, the
# highlight is put on letters of another paragraph, and nothing tells it.
# Output seen:
#   roof -> "ill "
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts web-highlighter@0.7.4 jsdom@26.1.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { JSDOM } = require('jsdom')
const page = '<article><p>We will sell nothing.</p><p>The roof is made of turf.</p></article>'
const { window } = new JSDOM(page, { pretendToBeVisual: true })
const { document, Node, NodeFilter, HTMLElement, Text, Element, Range } = window
Object.assign(globalThis, { window, document, Node, NodeFilter, HTMLElement, Text, Element, Range })
const { default: Highlighter } = { default: require('web-highlighter'), ...require('web-highlighter') }

const article = document.querySelector('article')
const highlighter = new Highlighter({ $root: article })
let made
highlighter.on(Highlighter.event.CREATE, ({ sources }) => (made = sources[0]))
const words = article.lastChild.firstChild
const range = document.createRange()
range.setStart(words, 4)
range.setEnd(words, 8)
highlighter.fromRange(range)
highlighter.removeAll()

article.insertAdjacentHTML('afterbegin', '<p>An advertisement.</p>')
highlighter.fromStore(made.startMeta, made.endMeta, made.text, made.id)
const marked = document.querySelector('[data-highlight-id]').textContent
console.log(made.text, '->', JSON.stringify(marked))
assert.equal(made.text, 'roof')
assert.equal(marked, 'ill ')
PROGRAM
node run.cjs
