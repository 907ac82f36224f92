#!/bin/sh
# @extractus/article-extractor 9.0.1 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: every line of the article is trimmed, also those inside of `pre`: code loses its indentation. A block of Python or
# YAML means something else then, or nothing.
# Output seen: "def f(x):\nif x:\nreturn 1\n"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @extractus/article-extractor@9.0.1
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { extractFromHtml } from '@extractus/article-extractor'

const code = 'def f(x):\n    if x:\n        return 1\n'
const text = '<p>The heron stood in the shallow water and waited for the fish, which came late that morning.</p>'.repeat(6)
const { content } = await extractFromHtml(
  `<!doctype html><html><head><title>Herons</title></head><body><article><h1>Herons</h1>${text}<pre><code>${code}</code></pre>${text}</article></body></html>`,
  'https://a.example/herons',
)
const found = /<pre><code>([^]*)<\/code>/.exec(content)[1]
console.log(JSON.stringify(found))
assert.equal(found, 'def f(x):\nif x:\nreturn 1\n')
PROGRAM
node run.mjs
