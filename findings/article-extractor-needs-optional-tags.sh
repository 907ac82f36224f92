#!/bin/sh
# @extractus/article-extractor 9.0.1 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: HTML lets a page leave out the tags `html`, `head` and `body`; every browser adds them. From such a valid page the
# package reads nothing: the result is null, without an error. The same article with the tags is read.
# Output seen: with tags: an article | without body: null | without html: null
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @extractus/article-extractor@9.0.1
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { extractFromHtml } from '@extractus/article-extractor'

const text = '<p>The heron stood in the shallow water and waited for the fish, which came late that morning.</p>'.repeat(12)
const article = `<article><h1>Herons</h1>${text}</article>`
const head = '<head><title>Herons</title></head>'
const pages = [
  `<!doctype html><html>${head}<body>${article}</body></html>`,
  `<!doctype html><html>${head}${article}</html>`,
  `<!doctype html>${head}<body>${article}</body>`,
]
const found = []
for (const page of pages) found.push((await extractFromHtml(page, 'https://a.example/herons')) ? 'an article' : 'null')
console.log(['with tags', 'without body', 'without html'].map((name, n) => `${name}: ${found[n]}`).join(' | '))
assert.deepEqual(found, ['an article', 'null', 'null'])
PROGRAM
node run.mjs
