#!/bin/sh
# opml 0.5.8 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: `stringify` escapes the attributes of outlines, and not the title of the list. A list named 'Q & A' becomes XML
# that is not well-formed, which `parse` of the same package refuses. It also declares ISO-8859-1, whatever its letters are:
# a file written as UTF-8, the default of Node, is read with other letters by a parser of XML that obeys the declaration.
# Output seen: encoding="ISO-8859-1" / <title>Q & A</title> / parse: Invalid character in entity name
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts opml@0.5.8
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const opml = require('opml')

const subs = [{ text: 'Straße & Co', type: 'link', url: 'https://a.example/?a=1&b=2' }]
const written = opml.stringify({ opml: { head: { title: 'Q & A' }, body: { subs } } })
console.log(/encoding="[^"]*"/.exec(written)[0])
console.log(/<title>.*<\/title>/.exec(written)[0])
assert.match(written, /encoding="ISO-8859-1"/)
assert.match(written, /<title>Q & A<\/title>/)
assert.match(written, /text="Straße &amp; Co"/)
opml.parse(written, error => {
  console.log('parse:', String(error?.message).split('\n')[0])
  assert.match(String(error?.message), /Invalid character in entity name/)
})
PROGRAM
node run.cjs
