#!/bin/sh
# @retorquere/bibtex-parser 9.0.29 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: many BibTeX files have the address of a web page as `\url{…}` in `howpublished` or `note`. Where such an address has a
# percent sign, the parser takes the rest of it for a comment, and the link that it makes leads to '{'. It reports no error. An
# address without the sign is read, and in the field `url` also one with it.
# Output seen: <a href="{">{</a>https://a.example/two | https://a.example/two%20words
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @retorquere/bibtex-parser@9.0.29
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { parse } from '@retorquere/bibtex-parser'

const read = field => {
  const { entries, errors } = parse(`@misc{page, title = {Two words}, ${field}}`)
  assert.deepEqual(errors, [])
  return entries[0].fields
}
const { howpublished } = read(String.raw`howpublished = {\url{https://a.example/two%20words}}`)
const { url } = read('url = {https://a.example/two%20words}')
const plain = read(String.raw`howpublished = {\url{https://a.example/two}}`)
console.log(`${howpublished} | ${url}`)
assert.equal(howpublished, '<a href="{">{</a>https://a.example/two')
assert.equal(url, 'https://a.example/two%20words')
assert.equal(plain.howpublished, '<a href="https://a.example/two">https://a.example/two</a>')
PROGRAM
node run.mjs
