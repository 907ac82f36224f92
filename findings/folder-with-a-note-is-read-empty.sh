#!/bin/sh
# node-bookmarks-parser 2.0.0 and bookmark-file-parser 1.0.6 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: in a bookmark file a folder may have a note (`<DD>` between its `<H3>` and its `<DL>`; older versions of Firefox wrote it). Both
# return such a folder without its children: every bookmark in it is lost, without an error. Without the note they are there.
# Output seen: without a note 1 1, with a note 0 0 bookmarks in the folder.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-bookmarks-parser@2.0.0 bookmark-file-parser@1.0.6
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import parse from 'node-bookmarks-parser'
import bookmarkFileParser from 'bookmark-file-parser'

const file = note => `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3>Nests</H3>
${note}    <DL><p>
        <DT><A HREF="https://a.example/">A</A>
    </DL><p>
</DL><p>
`
function countInFolder(text) {
  const first = parse(text)[0].children[0].children ?? []
  const second = bookmarkFileParser.parseByString(text)[0].children
  return [first.length, second.length]
}
const without = countInFolder(file(''))
const withNote = countInFolder(file('    <DD>All about nests\n'))
console.log('without a note', ...without, 'with a note', ...withNote)
assert.deepEqual(without, [1, 1])
assert.deepEqual(withNote, [0, 0])
PROGRAM
node run.mjs
