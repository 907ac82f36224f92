import { expect, test } from 'vitest'
import { readPdfTitle } from './pdfTitle.ts'

const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat(
    ['%PDF-1.7\n', ...parts].map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
const info = (title: string) => `5 0 obj\n<< /Producer (Maker) /Title ${title} >>\nendobj\n`

test.each([
  ['(Plain title)', 'Plain title'],
  ['(Nested (one) and \\) \\\\ \\050\\n two)', 'Nested (one) and ) \\ ( two'],
  ['(Caf\xe9)', 'Café'],
  ['(\xfe\xff\x04\x1f\x04\x40\x04\x38\x04\x32\x04\x35\x04\x42)', 'Привет'],
  ['<FEFF041F04400438043204350442>', 'Привет'],
  ['<48 65 6C 6C 6F>', 'Hello'],
  ['(\xef\xbb\xbfGr\xc3\xbc\xc3\x9fe)', 'Grüße'],
  ['(Microsoft Word - report.doc)', 'report.doc'],
])('SCRP-05 the information dictionary contains %s', (written, title) => {
  expect(readPdfTitle(pdf(info(written)))).toBe(title)
})

test('SCRP-05 reads the XMP packet first, as UTF-8', () => {
  const xmp =
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Grüße &amp; Küsse</rdf:li></rdf:Alt></dc:title>'
  expect(readPdfTitle(pdf(info('(Other title)'), Buffer.from(xmp)))).toBe('Grüße & Küsse')
})

test('SCRP-05 the title of a chapter is not the title of the book', () => {
  const outline = '3 0 obj\n<< /Title (Chapter 1) /Parent 2 0 R /Dest [4 0 R /Fit] >>\nendobj\n'
  expect(readPdfTitle(pdf(outline))).toBe('')
  expect(readPdfTitle(pdf(outline.repeat(20), info('(The book)')))).toBe('The book')
})

test('SCRP-05 no title, an empty one, an encrypted one', () => {
  for (const written of ['()', '(untitled)', '( )', '(Document1)'])
    expect(readPdfTitle(pdf(info(written)))).toBe('')
  expect(readPdfTitle(pdf('trailer << /Encrypt 9 0 R >>', info('(\x8a\x01\x99garbage)')))).toBe('')
  expect(readPdfTitle(Buffer.alloc(0))).toBe('')
})

test('S19 reads malicious documents quickly', () => {
  const files = ['/Title ', '<<', '/Title (', '<dc:title>', '<< /Title << ', '('].map(part =>
    pdf(part.repeat(5_000_000 / part.length)),
  )
  files.push(pdf(' '.repeat(4_900_000), '/Title '.repeat(10_000)))
  // Quadratic work would exceed the time limit of the test.
  for (const file of files) expect(typeof readPdfTitle(file)).toBe('string')
})
