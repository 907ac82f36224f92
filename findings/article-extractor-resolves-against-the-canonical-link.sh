#!/bin/sh
# @extractus/article-extractor 9.0.1 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: relative addresses of pictures and links are resolved against the canonical link of the page. HTML resolves them
# against the address of the page. Where the two lie in different folders, as with a print version or a page number, every
# relative picture and link of the article leads elsewhere.
# Output seen: page https://a.example/2026/herons/2 | picture https://a.example/2026/heron.png
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @extractus/article-extractor@9.0.1
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { extractFromHtml } from '@extractus/article-extractor'

const page = 'https://a.example/2026/herons/2'
const text = '<p>The heron stood in the shallow water and waited for the fish, which came late that morning.</p>'.repeat(6)
const read = async canonical => {
  const { content } = await extractFromHtml(
    `<!doctype html><html><head><title>Herons</title>${canonical}</head><body><article><h1>Herons</h1>${text}<p><img src="heron.png" alt="A heron"></p>${text}</article></body></html>`,
    page,
  )
  return /src="([^"]+)"/.exec(content)[1]
}
const found = await read('<link rel="canonical" href="https://a.example/2026/herons">')
console.log(`page ${page} | picture ${found}`)
assert.equal(await read(''), new URL('heron.png', page).href)
assert.equal(found, 'https://a.example/2026/heron.png')
PROGRAM
node run.mjs
