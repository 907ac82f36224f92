import { toBookAddress } from './bookAddress.ts'
import { escapeXml } from './xmlText.ts'

/** What a book is called. */
export interface BookFacts {
  /** A UUID. */
  id: string
  title: string
  /** By BCP 47. */
  language: string
  /** When it was written, in milliseconds since 1970. */
  at: number
}

/** A chapter of a book. */
export interface Chapter {
  title: string
  byline: string
  siteName: string
  /** '' without one. */
  address: string
  /** By BCP 47; '' when it is unknown. */
  language: string
  direction: 'ltr' | 'rtl'
}

/** A file of a book, by its path below `EPUB/`. */
export interface BookFile {
  path: string
  mediaType: string
}

/** The content of the first file of a book, which is stored without compression. */
export const bookType = 'application/epub+zip'

/** Points to the package of a book; it is `META-INF/container.xml`. */
export const bookContainer = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`

/** The style sheet of a book: a reading program has its own fonts and sizes. */
export const bookStyle = `body{margin:0 4%}
h1{font-size:1.5em;line-height:1.25}
img{max-width:100%;height:auto}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
blockquote{margin:1em 1.2em}
table{border-collapse:collapse}
td,th{border:1px solid;padding:.2em .5em;text-align:start;vertical-align:top}
.source{font-size:.85em}
`

const language = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i
/** Returns a language that EPUB accepts; `und` for an unknown one. */
export const toBookLanguage = (text: string): string => (language.test(text) ? text : 'und')

/** Returns the XHTML of a chapter. @param body its content as XHTML */
export function writeChapter(chapter: Chapter, body: string): string {
  const { title, byline, siteName, address, direction } = chapter
  const from = [byline, siteName].filter(text => text !== '').map(escapeXml)
  const target = toBookAddress(address)
  const link = target === null ? '' : `<a href="${escapeXml(target)}">${escapeXml(address)}</a>`
  const source = [...from, link].filter(text => text !== '').join(' · ')
  return writePage(
    { title, language: toBookLanguage(chapter.language), direction },
    `<h1>${escapeXml(title)}</h1>${source === '' ? '' : `<p class="source">${source}</p>`}<div>${body}</div>`,
  )
}

/** Returns the table of contents of a book. @param chapters their paths and titles, at least one */
export function writeContents(book: BookFacts, chapters: readonly { path: string; title: string }[]): string {
  const items = chapters.map(
    ({ path, title }) => `<li><a href="${escapeXml(path)}">${escapeXml(title)}</a></li>\n`,
  )
  return writePage(
    { title: book.title, language: book.language, direction: 'ltr' },
    `<h1>${escapeXml(book.title)}</h1>\n<nav epub:type="toc"><ol>\n${items.join('')}</ol></nav>`,
  )
}

/**
 * Returns the table of contents of a book as EPUB 2 has it (NCX). Programs that know no `nav`, such as those made with the
 * packages `epub` 2.1 and `epub2` 3.0, would show no contents; EPUB 3.3 allows both. @param chapters their paths and titles
 */
export function writeNcx(book: BookFacts, chapters: readonly { path: string; title: string }[]): string {
  const points = chapters.map(
    ({ path, title }, nth) =>
      `<navPoint id="p${nth + 1}"><navLabel><text>${escapeXml(title)}</text></navLabel><content src="${escapeXml(path)}"/></navPoint>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${book.language}">
<head><meta name="dtb:uid" content="urn:uuid:${book.id}"/></head>
<docTitle><text>${escapeXml(book.title)}</text></docTitle>
<navMap>
${points.join('')}</navMap>
</ncx>
`
}

/** Returns the package of a book, which lists its files. @param chapters their paths, in order */
export function writePackage(
  book: BookFacts,
  files: readonly BookFile[],
  chapters: readonly string[],
): string {
  const idOf = new Map(files.map(({ path }, nth) => [path, `f${nth}`]))
  const items = files.map(
    ({ path, mediaType }) =>
      `<item id="${idOf.get(path)}" href="${escapeXml(path)}" media-type="${mediaType}"/>\n`,
  )
  const refs = chapters.map(path => `<itemref idref="${idOf.get(path)}"/>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${book.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${book.id}</dc:identifier>
<dc:title>${escapeXml(book.title)}</dc:title>
<dc:language>${book.language}</dc:language>
<meta property="dcterms:modified">${new Date(book.at).toISOString().slice(0, 19)}Z</meta>
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="contents.ncx" media-type="application/x-dtbncx+xml"/>
${items.join('')}</manifest>
<spine toc="ncx">
<itemref idref="contents"/>
${refs.join('')}</spine>
</package>
`
}

function writePage(
  { title, language: lang, direction }: { title: string; language: string; direction: 'ltr' | 'rtl' },
  body: string,
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}" dir="${direction}">
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>${body}</body>
</html>
`
}
