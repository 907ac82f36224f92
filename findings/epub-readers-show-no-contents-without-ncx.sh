#!/bin/sh
# epub 2.1.1, epub2 3.0.2 and @lingo-reader/epub-parser 0.4.6 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: EPUB 3 keeps the table of contents in a `nav` document; the NCX of EPUB 2 is optional. None of these readers
# looks at `nav`: a valid book without NCX has an empty table of contents, and no error says so. What writes books has to
# write both tables.
# Output seen: epub 0 | epub2 0 | @lingo-reader/epub-parser 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts epub@2.1.1 epub2@3.0.2 @lingo-reader/epub-parser@0.4.6 fflate@0.8.2
cat >run.mjs <<'PROGRAM'
import { initEpubFile } from '@lingo-reader/epub-parser'
import epub from 'epub'
import epub2 from 'epub2'
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

await write('book.epub', 'one.xhtml', 'one.xhtml')
const Epub = epub.default ?? epub
const first = new Epub('book.epub')
await first.parse()
const second = await epub2.EPub.createAsync('book.epub')
const third = await initEpubFile('book.epub', 'pictures')
const found = [first.toc.length, second.toc.length, third.getToc().length]
console.log(['epub', 'epub2', '@lingo-reader/epub-parser'].map((name, n) => `${name} ${found[n]}`).join(' | '))
assert.deepEqual([first.flow.length, second.flow.length, third.getSpine().length], [1, 1, 1])
assert.deepEqual(found, [0, 0, 0])
PROGRAM
node run.mjs
