#!/bin/sh
# turndown 7.2.5 with turndown-plugin-gfm 1.0.2 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: a `|` in a cell of a table is not escaped. Read again as Markdown, the row has one cell more: the text after the
# bar is in the next column, and the last cell of the row is dropped (GFM, 4.10: excess cells are ignored).
# Output seen: | a | b | or | ["a","b"], as marked 18.2.1 reads the row
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts turndown@7.2.5 turndown-plugin-gfm@1.0.2 marked@18.2.1
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { marked } from 'marked'
import TurndownService from 'turndown'
import { gfm } from 'turndown-plugin-gfm'

const html = '<table><thead><tr><th>Operator</th><th>Meaning</th></tr></thead><tbody><tr><td>a | b</td><td>or</td></tr></tbody></table>'
const service = new TurndownService()
service.use(gfm)
const markdown = service.turndown(html)
const cells = [...marked.parse(markdown).matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell)
console.log(markdown.split('\n').at(-1), JSON.stringify(cells))
assert.deepEqual(cells, ['a', 'b'])
PROGRAM
node run.mjs
