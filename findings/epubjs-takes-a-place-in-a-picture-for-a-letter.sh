#!/bin/sh
# epubjs 0.3.93 with jsdom 26.1.0 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: an EPUB CFI can end with a place in a picture (`@`, two percentages), a time in a recording (`~`, seconds) or the words
# at the place, which find it again after a change of the book. EpubCFI takes the first for the number of a letter and drops the
# other two. Whoever keeps its `toString` keeps another place, or a less exact one.
# Output seen: /4/2[map]@20:75 -> /4/2[map]:75 | /4/6[talk]~23.5 -> /4/6[talk] | /4/4/1:3[The,roof] -> /4/4/1:3
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts epubjs@0.3.93 jsdom@26.1.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { JSDOM } = require('jsdom')
const { window } = new JSDOM('')
Object.assign(globalThis, { window, document: window.document, Node: window.Node })
const { EpubCFI } = require('epubjs')

const places = ['/4/2[map]@20:75', '/4/6[talk]~23.5', '/4/4/1:3[The,roof]']
const kept = places.map(place => new EpubCFI(`epubcfi(/6/4!${place})`).toString().slice('epubcfi(/6/4!'.length, -1))
console.log(places.map((place, at) => `${place} -> ${kept[at]}`).join(' | '))
assert.deepEqual(kept, ['/4/2[map]:75', '/4/6[talk]', '/4/4/1:3'])
assert.equal(new EpubCFI('epubcfi(/6/4!/4/2[map]@20:75)').path.terminal.offset, 75)
PROGRAM
node run.cjs
