#!/bin/sh
# @lingo-reader/epub-parser 0.4.6 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: names in the package of an EPUB are addresses, so 'chapter 1.xhtml' stands there as 'chapter%201.xhtml'. The
# reader looks for that very name in the ZIP, finds none and gives an empty chapter; a line on the console is all that says
# so. What writes books has to name their files with letters, digits, '-' and '_' only.
# Output seen: one.xhtml: "<p>Words</p>" | chapter%201.xhtml: ""
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @lingo-reader/epub-parser@0.4.6 fflate@0.8.2
cat >run.mjs <<'PROGRAM'
import { initEpubFile } from '@lingo-reader/epub-parser'
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'

const page = (title, body) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title></head><body>${body}</body></html>`
const write = (path, href, name) =>
  writeFile(
    path,
    zipSync({
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      'META-INF/container.xml': strToU8(
        '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
      ),
      'EPUB/package.opf': strToU8(
        `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:12345678-1234-4234-8234-123456789abc</dc:identifier><dc:title>Book</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-02T03:04:05Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="one" href="${href}" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>`,
      ),
      'EPUB/nav.xhtml': strToU8(page('Contents', `<nav epub:type="toc"><ol><li><a href="${href}">One</a></li></ol></nav>`)),
      [`EPUB/${name}`]: strToU8(page('One', '<p>Words</p>')),
    }),
  )

const read = async (href, name) => {
  await write('book.epub', href, name)
  const book = await initEpubFile('book.epub', 'pictures')
  return (await book.loadChapter('one')).html
}
const plain = await read('one.xhtml', 'one.xhtml')
const encoded = await read('chapter%201.xhtml', 'chapter 1.xhtml')
console.log(`one.xhtml: ${JSON.stringify(plain)} | chapter%201.xhtml: ${JSON.stringify(encoded)}`)
assert.deepEqual([plain, encoded], ['<p>Words</p>', ''])
PROGRAM
node run.mjs
