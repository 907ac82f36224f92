#!/bin/sh
# bookmarks-to-json 1.0.5 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: in each folder of a bookmark file all links come before all sub-folders, whatever their order in the file, and
# character references stay as they are written, in titles and in addresses. So the order of a person is lost, and an address
# with `&quot;` or `&amp;` is another address.
# Output seen: Z,F and Q &amp; A https://a.example/?q=&quot;x&quot; (the file has F before Z).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bookmarks-to-json@1.0.5
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { bookmarksToJSON } from 'bookmarks-to-json'

const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3>F</H3>
    <DL><p>
        <DT><A HREF="https://a.example/?q=&quot;x&quot;">Q &amp; A</A>
    </DL><p>
    <DT><A HREF="https://z.example/">Z</A>
</DL><p>
`
const read = bookmarksToJSON(file, { stringify: false })
const order = read.map(({ title }) => title).join()
const { title, url } = read.find(({ type }) => type === 'folder').children[0]
console.log(order, 'and', title, url)
assert.equal(order, 'Z,F')
assert.equal(title, 'Q &amp; A')
assert.equal(url, 'https://a.example/?q=&quot;x&quot;')
PROGRAM
node run.mjs
