#!/bin/sh
# netscape-bookmarks 0.1.1 (npm), which writes bookmark files, seen on 2026-11-29 with Node 20 and 24.
# Behaviour: a `Date` in `add_date` is written as ISO text, where the format has seconds since 1970. Programs that read the number at its
# beginning, as C's `strtol` does, take the year for seconds, and all bookmarks are of January 1970. Titles and addresses are written
# without escapes.
# Output seen:
#   <DT><A HREF="https://garden.example/?moss=1&section=2" ADD_DATE="2023-11-14T22:13:20.000Z">Turf <and> moss</a>
#   bookmarks-parser 1.5.0 reads: 2023-11-14T22:13:20.000Z, "Turf  moss"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts netscape-bookmarks@0.1.1 bookmarks-parser@1.5.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const write = require('netscape-bookmarks')
const file = write({
  'Turf <and> moss': { url: 'https://garden.example/?moss=1&section=2', add_date: new Date(1700000000000) },
})
const row = file.split('\n').find(line => line.includes('<A ')).trim()
console.log(row)
assert.equal(
  row,
  '<DT><A HREF="https://garden.example/?moss=1&section=2" ADD_DATE="2023-11-14T22:13:20.000Z">Turf <and> moss</a>',
)
const parse = require('bookmarks-parser')
parse(file, (error, { bookmarks }) => {
  const find = nodes => nodes.flatMap(each => [each, ...find(each.children ?? [])])
  const mark = find(bookmarks).find(each => each.url)
  console.log(`bookmarks-parser 1.5.0 reads: ${mark.add_date}, ${JSON.stringify(mark.title)}`)
  assert.equal(mark.title, 'Turf  moss')
})
PROGRAM
node run.cjs
