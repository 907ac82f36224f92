import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDiigoHtml } from './diigoHtml.ts'
import { DiigoReader } from './diigoRss.ts'

/** Reads a file in pieces of this length. */
function read(text: string, length = 7) {
  const reader = new DiigoReader()
  const items = []
  for (let at = 0; at < text.length; at += length) items.push(...reader.write(text.slice(at, at + length)))
  items.push(...reader.end())
  return { items, error: reader.error }
}

const rss = (items: string, before = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${before}<rss version="2.0"><channel><title>Diigo</title>${items}</channel></rss>`
const item = (description: string, more = '') =>
  `<item><title>Turf &amp; walls</title><link>https://turf.example/?a=1&amp;b=2</link>
   <pubDate>Mon, 02 Nov 2026 10:00:00 +0000</pubDate>${more}<description>${description}</description></item>`
const list = '<ul><li>A wall of sod<ul><li>Check it - by ada</li></ul></li><li>Two metres</li></ul>'

test('HL-04 an item has its title, address, date, and the entries of its list with their comments', () => {
  const { items, error } = read(rss(item(`<![CDATA[<p>Tags: <a href="#">turf</a></p>${list}]]>`)))
  expect(error).toBeNull()
  expect(items).toEqual([
    {
      row: 1,
      title: 'Turf & walls',
      address: 'https://turf.example/?a=1&b=2',
      date: Date.UTC(2026, 10, 2, 10),
      highlights: [
        { text: 'A wall of sod', comm: 'Check it' },
        { text: 'Two metres', comm: '' },
      ],
    },
  ])
})

test('HL-04 reads escaped HTML, Atom, unknown elements and no highlights', () => {
  const escaped = list.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const atom = `<entry><title>Bark</title><link href="https://bark.example/"/><content>${escaped}</content></entry>`
  expect(read(rss(item(escaped, '<x:new><deep>title</deep></x:new>'))).items[0]!.highlights).toHaveLength(2)
  expect(read(`<feed>${atom}</feed>`).items[0]).toMatchObject({
    address: 'https://bark.example/',
    date: null,
  })
  expect(read(rss(item('no list'))).items[0]!.highlights).toEqual([])
})

test('HL-04 reads quotes, comments by class, and broken tags, but not lists of tags', () => {
  const texts = (html: string) => readDiigoHtml(html)!.map(each => [each.text, each.comm])
  expect(texts('<blockquote>Two <b>metres</b></blockquote>')).toEqual([['Two metres', '']])
  expect(texts('<ul><li>sod<div class="diigoComment">One<br>Two</div><li>bark')).toEqual([
    ['sod', 'One\nTwo'],
    ['bark', ''],
  ])
  expect(texts('<ul class="diigo-tags"><li>turf</li></ul><ul><li>sod</li></ul>')).toEqual([['sod', '']])
})

test('I01 rejects document types and other files, and does not resolve entities', () => {
  const entity = '<!ENTITY a "aaaaaaaaaa">'
  expect(read(rss(item('&a;'), `<!DOCTYPE rss [${entity}]>`))).toEqual({ items: [], error: 'documentType' })
  for (const text of ['', 'words', '<html><body>', '<DL><p>', '{"a":1}'])
    expect([text, read(text).error]).toEqual([text, 'notXml'])
  expect(read(rss(item('<![CDATA[<ul><li>&file;</li></ul>]]>'))).items[0]!.highlights).toEqual([
    { text: '&file;', comm: '' },
  ])
})

test('I01 deep nesting ends the reading', () => {
  expect(read(`<rss>${'<a>'.repeat(500)}`).error).toBe('tooDeep')
  expect(readDiigoHtml('<ul><li>'.repeat(100_000))).toBeNull()
  expect(read(rss(item(`<![CDATA[${'<div>'.repeat(5000)}]]>`))).items[0]!.highlights).toBeNull()
})

test('HL-04 reads any text without an error, in the same way in pieces of any length', () => {
  const part = fc.constantFrom(
    '<item>',
    '</item>',
    '<rss>',
    '<link>',
    '</link>',
    '<![CDATA[',
    ']]>',
    '<li>',
    '</li>',
    '<ul>',
    '&lt;',
    '&#0;',
    '<!--',
    '-->',
    'x',
    '"',
    '<',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (parts, length) => {
      const text = `<rss>${parts.join('')}`
      expect(read(text, length)).toEqual(read(text, text.length))
    }),
  )
})
