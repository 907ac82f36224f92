#!/bin/sh
# @extractus/feed-extractor 8.0.3 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: titles and descriptions of RSS and Atom that look like a number are read as one and written again: an episode
# '007' becomes '7', '1.10' becomes '1.1', '1e3' becomes '1000'. A reader shows another title, and two episodes, '1.1' and
# '1.10', become equal.
# Output seen: 007 -> 7 | 1.10 -> 1.1 | 1e3 -> 1000
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @extractus/feed-extractor@8.0.3
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { extractFromXml } from '@extractus/feed-extractor'

const titles = ['007', '1.10', '1e3']
const items = titles.map((title, n) => `<item><title>${title}</title><link>https://a.example/${n}</link></item>`)
const { entries } = extractFromXml(
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Episodes</title><link>https://a.example/</link><description>x</description>${items.join('')}</channel></rss>`,
)
console.log(entries.map(({ title }, n) => `${titles[n]} -> ${title}`).join(' | '))
assert.deepEqual(entries.map(({ title }) => title), ['7', '1.1', '1000'])
PROGRAM
node run.mjs
