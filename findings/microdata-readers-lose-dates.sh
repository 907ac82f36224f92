#!/bin/sh
# web-auto-extractor 1.0.17 and microdata-node 2.0.0 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: in microdata the value of a `time` element is its `datetime`, or its text where it has none. The first package always
# takes the text: the date of an article becomes 'last Saturday'. The second always takes the attribute: a date that stands in the
# text is ''. So each loses dates that the other one reads.
# Output seen: web-auto-extractor "last Saturday" "2026-11-28" | microdata-node "2026-11-28" ""
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts web-auto-extractor@1.0.17 microdata-node@2.0.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { default: extractor } = require('web-auto-extractor')
const { toJson } = require('microdata-node')

const article = time => `<article itemscope itemtype="https://schema.org/Article">${time}</article>`
const page = time => `<!doctype html><html><head><title>Moss</title></head><body>${article(time)}</body></html>`
const times = [
  '<time itemprop="datePublished" datetime="2026-11-28">last Saturday</time>',
  '<time itemprop="datePublished">2026-11-28</time>',
]
const byExtractor = times.map(time => extractor().parse(page(time)).microdata.Article[0].datePublished)
const byNode = times.map(time => toJson(page(time)).items[0].properties.datePublished[0])
const shown = values => values.map(value => JSON.stringify(value)).join(' ')
console.log(`web-auto-extractor ${shown(byExtractor)} | microdata-node ${shown(byNode)}`)
assert.deepEqual(byExtractor, ['last Saturday', '2026-11-28'])
assert.deepEqual(byNode, ['2026-11-28', ''])
PROGRAM
node run.cjs
