#!/bin/sh
# search-query-parser 1.6.0 and search-string 4.1.0 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: both parse a search and can write it again, as a program does that saves or edits it. `stringify` of the first drops
# excluded keywords where no keyword is wanted. `toString` of the second writes a phrase without its quotation marks: of an excluded
# phrase only the first word stays excluded, and the others are wanted. The saved search finds other things.
# Output seen: moss -tag:roof -> moss | moss -"flat roof" -> moss -flat roof
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts search-query-parser@1.6.0 search-string@4.1.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { parse, stringify } = require('search-query-parser')
const { default: SearchString } = require('search-string')

const options = { keywords: ['tag'] }
const query = parse('moss -tag:roof', options)
assert.deepEqual(query.exclude, { tag: 'roof' })
const keyword = stringify(query, options)
assert.equal(stringify(parse('moss tag:turf -tag:roof', options), options), 'moss tag:turf -tag:roof')

const search = SearchString.parse('moss -"flat roof"')
assert.deepEqual(search.getTextSegments()[1], { text: 'flat roof', negated: true })
const phrase = search.toString()

console.log(`moss -tag:roof -> ${keyword} | moss -"flat roof" -> ${phrase}`)
assert.equal(keyword, 'moss')
assert.equal(phrase, 'moss -flat roof')
assert.deepEqual(SearchString.parse(phrase).getTextSegments()[2], { text: 'roof', negated: false })
PROGRAM
node run.cjs
