#!/bin/sh
# html-to-text 10.0.1 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: `dt`, `dd`, `summary`, `figcaption` and `address`, which a browser puts on lines of their own, are not separated.
# Whoever indexes or counts the text has one word where the page has two.
# Output seen: ["SleepEight hours","MoreText","OneTwo"]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts html-to-text@10.0.1
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { convert } from 'html-to-text'

const pages = [
  '<dl><dt>Sleep</dt><dd>Eight hours</dd></dl>',
  '<details><summary>More</summary>Text</details>',
  '<address>One</address><address>Two</address>',
]
const texts = pages.map(page => convert(page))
console.log(JSON.stringify(texts))
assert.deepEqual(texts, ['SleepEight hours', 'MoreText', 'OneTwo'])
// Other blocks are separated.
assert.equal(convert('<nav>One</nav><aside>Two</aside>'), 'One\nTwo')
PROGRAM
node run.mjs
