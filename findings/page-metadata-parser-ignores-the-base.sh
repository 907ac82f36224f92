#!/bin/sh
# page-metadata-parser 1.1.4 (npm) with jsdom 26.1.0, seen on 2026-11-29 with Node 20 and 24.
# Behaviour: relative addresses of icons and pictures are resolved against the address of the page, `<base href>` is not read. A page
# with a base gets the addresses of files that do not exist; the browser finds them.
# Output seen: https://e.example/a/i.png, the document says https://cdn.example/x/i.png
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts page-metadata-parser@1.1.4 jsdom@26.1.0
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { JSDOM } from 'jsdom'
import { getMetadata } from 'page-metadata-parser'

const page = `<!doctype html><html><head><title>Nests</title>
<base href="https://cdn.example/x/"><link rel="icon" href="i.png"></head><body></body></html>`
const { document } = new JSDOM(page, { url: 'https://e.example/a/' }).window
const { icon } = getMetadata(document, 'https://e.example/a/')
const shown = document.querySelector('link').href
console.log(icon, shown)
assert.equal(icon, 'https://e.example/a/i.png')
assert.equal(shown, 'https://cdn.example/x/i.png')
PROGRAM
node run.mjs
