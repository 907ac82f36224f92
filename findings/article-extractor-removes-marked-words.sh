#!/bin/sh
# @extractus/article-extractor 9.0.1 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: elements that its list does not name are removed with their words, not unwrapped: `mark`, `kbd`, `cite`
# and `time` among them; `abbr` stays. Sentences of the article lose words, and nothing says so.
# Output seen: <p>Press to save the file by , says the of the company.</p>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @extractus/article-extractor@9.0.1
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { extractFromHtml } from '@extractus/article-extractor'

const text = '<p>The heron stood in the shallow water and waited for the fish, which came late that morning.</p>'.repeat(6)
const { content } = await extractFromHtml(
  `<!doctype html><html><head><title>Herons</title></head><body><article><h1>Herons</h1>${text}<p id="it">Press <kbd>Ctrl+S</kbd> to save the <mark>open</mark> file by <time>noon</time>, says the <cite>Manual</cite> of the company.</p>${text}</article></body></html>`,
  'https://a.example/herons',
)
const found = /<p[^>]*>Press.*?<\/p>/.exec(content)[0].replaceAll(/ +/g, ' ')
console.log(found)
for (const word of ['Ctrl+S', 'open', 'Manual', 'noon']) assert.ok(!found.includes(word), word)
for (const word of ['Press', 'to save the', 'company']) assert.ok(found.includes(word), word)
PROGRAM
node run.mjs
