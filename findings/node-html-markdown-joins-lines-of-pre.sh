#!/bin/sh
# node-html-markdown 2.0.0 (npm), with marked 17.0.0 as the reader, seen on 2026-11-29 with Node 20 and 24.
# Behaviour: `pre` without a `code` in it becomes plain text, so its lines are joined when the Markdown is read, and a line that begins
# with `* ` becomes a list. Emphasis of a part of a word is written with `_`, which CommonMark does not read inside a word.
# Output seen: <p>one two</p> and un_believ_able
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-html-markdown@2.0.0 marked@17.0.0
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { marked } from 'marked'
import { NodeHtmlMarkdown } from 'node-html-markdown'

const read = html => marked.parse(NodeHtmlMarkdown.translate(html)).replace(/\s+/g, ' ').trim()
const lines = read('<pre>one\ntwo</pre>')
const word = read('<p>un<em>believ</em>able</p>')
console.log(lines, 'and', word)
assert.equal(lines, '<p>one two</p>')
assert.equal(word, '<p>un_believ_able</p>')
PROGRAM
node run.mjs
