#!/bin/sh
# page-metadata-parser 1.1.4 with jsdom 26.1.0 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: a page with `<title>Opening hours</title>` and an Open Graph title that a template left empty has no title at
# all in the result: the empty element counts as the best rule, and no other one is tried. The description likewise.
# Output seen: {"icon":"https://a.example/favicon.ico","url":"https://a.example/x","provider":"a"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts page-metadata-parser@1.1.4 jsdom@26.1.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { JSDOM } = require('jsdom')
const { getMetadata } = require('page-metadata-parser')

const read = head => getMetadata(new JSDOM(`<head>${head}</head>`).window.document, 'https://a.example/x')
const title = '<title>Opening hours</title><meta name="description" content="When we open">'
const empty = '<meta property="og:title" content=""><meta property="og:description" content="">'
console.log(JSON.stringify(read(title + empty)))
assert.equal(read(title).title, 'Opening hours')
assert.equal(read(title).description, 'When we open')
assert.equal(read(title + empty).title, undefined)
assert.equal(read(title + empty).description, undefined)
PROGRAM
node run.cjs
