#!/bin/sh
# open-graph-scraper 6.12.0 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: in Open Graph the properties of a picture follow the picture. The scraper numbers the values of each property on
# its own instead: where the first picture has no description and the second has one, the first one gets it.
# Output seen: a.png: Graph of the second | b.png: undefined
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts open-graph-scraper@6.12.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const scrape = require('open-graph-scraper')

const meta = (property, content) => `<meta property="${property}" content="${content}">`
const head = [
  meta('og:title', 'Two pictures'),
  meta('og:image', 'https://a.example/a.png'),
  meta('og:image', 'https://a.example/b.png'),
  meta('og:image:alt', 'Graph of the second'),
]
scrape({ html: `<!doctype html><html><head>${head.join('')}</head><body></body></html>` }).then(({ result }) => {
  const [first, second] = result.ogImage
  console.log(`a.png: ${first.alt} | b.png: ${second.alt}`)
  assert.deepEqual([first.url.at(-5), second.url.at(-5)], ['a', 'b'])
  assert.deepEqual([first.alt, second.alt], ['Graph of the second', undefined])
})
PROGRAM
node run.cjs
