import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { embedPictures, listPictures } from './articlePictures.ts'
import { readArticle } from './readArticle.ts'

const address = 'https://site.example/a/b.html'
const words = 'The heron stood in the shallow water and waited for the fish, as herons do. '
const read = (inside: string) =>
  readArticle(`<title>T</title><article><p>${words.repeat(20)}</p>${inside}</article>`, address, true)

interface Node {
  name?: string
  attribs?: Record<string, string>
  children?: Node[]
}
const elements = (html: string): Node[] => {
  const list = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(list)]
  return list(parseDocument(html) as unknown as Node).filter(node => node.name !== undefined)
}

test('X02 an article has only allowed elements and attributes, regardless of the page', () => {
  const { kind, html } = read(`
    <p onclick="x()" style="color:red" class="c" id="one">a<script>x()</script><b data-x="1">b</b></p>
    <p><a href="javascript:x()">c</a><a href="#one">d</a><a href="../e" onclick=x>e</a></p>
    <svg><script>x()</script></svg><math><mi xlink:href="javascript:x">m</mi></math><style>p{}</style>
    <iframe src="https://evil.example"></iframe><object data="x"></object><form action="x"><input></form>
    <p>&lt;img src="x" onerror=y&gt; <img src="javascript:x"><img src="/p.png" onerror="x" srcset="/p2.png 2x">
    <img src="/t.gif" width=1 height=1><custom-element>text</custom-element></p>`)
  expect(kind).toBe('article')
  const found = elements(html)
  expect(found.length).toBeGreaterThan(5)
  for (const { name, attribs = {} } of found) {
    expect(['div', 'section', 'article', 'p', 'b', 'a', 'img']).toContain(name)
    for (const [key, value] of Object.entries(attribs)) {
      expect(['id', 'href', 'src', 'target', 'rel', 'alt']).toContain(key)
      if (key === 'href' || key === 'src') expect(value).toMatch(/^(https:\/\/site\.example\/|#article-)/)
      if (key === 'id') expect(value).toMatch(/^article-/)
    }
  }
  expect(html).toContain('<a href="#article-one">d</a>')
  expect(html).toContain('&lt;img src="x" onerror=y&gt;')
  expect(listPictures(html)).toEqual(['https://site.example/p2.png'])
})

test('pictures of an article are embedded, and the others lose their addresses', () => {
  const html = '<p>a</p><img src="https://h.example/a?x=1&amp;y" alt="A"><img src="https://h.example/b">'
  expect(listPictures(html)).toEqual(['https://h.example/a?x=1&y', 'https://h.example/b'])
  const findPicture = (of: string) => (of.endsWith('y') ? 'data:image/png;base64,AAAA' : null)
  expect(embedPictures(html, { findPicture })).toBe(
    '<p>a</p><img src="data:image/png;base64,AAAA" alt="A"><img>',
  )
})

test('the text of an article has one line for each block', () => {
  const { text } = read('<ul><li>One <i>two</i></li><li>three</li></ul><pre>  x\n   y</pre>')
  expect(text.split('\n').slice(1)).toEqual(['One two', 'three', 'x', 'y'])
})

test.each([
  ['<html lang="ar">', 'rtl'],
  ['<html lang="ar" dir="ltr">', 'ltr'],
  ['<html lang="de">', 'ltr'],
  ['<html>', 'ltr'],
])('the direction of %s is %s', (start, dir) => {
  const html = `${start}<title>T</title><article><p>${words.repeat(20)}</p></article>`
  expect(readArticle(html, address, true).dir).toBe(dir)
})

test('a page of character references, or of very many siblings, is read in linear time', () => {
  const references = read(`<p>${'&amp'.repeat(125_000)}</p>`)
  expect(references.kind).toBe('article')
  expect(references.text).toContain('&'.repeat(125_000))
  for (const sibling of ['<i>x</i>', '<p>x, y</p>', 'x<br>', '<a href="x">y</a>'])
    expect(read(sibling.repeat(6_000)).kind).toBe('text')
  expect(read('<p>x, y</p>'.repeat(2_000)).kind).toBe('article')
})

test.each(['noscript', 'template'])('the title of an article is not one in %s', name => {
  const html = `<${name}><title>Turn it on</title></${name}><title>Herons</title><article><p>${words.repeat(20)}</p></article>`
  expect(readArticle(html, address, true)).toMatchObject({ kind: 'article', title: 'Herons' })
  expect(readArticle(html, address, false)).toMatchObject({ kind: 'text', title: 'Herons' })
})

test('the heading that repeats the title is not in the article, in any script', () => {
  for (const [title, word] of [
    ['Turf houses of the north', 'sod '],
    ['מבני עפר בצפון', 'אדמה '],
    ['Торфяные дома севера', 'дёрн '],
    ['北の芝土の家', '芝土'],
  ] as const) {
    const text = `<p>${word.repeat(120)}.</p>`.repeat(4)
    const { html, kind } = readArticle(
      `<title>${title}</title><article><h1>${title}</h1>${text}<h2>${word}</h2>${text}</article>`,
      address,
      true,
    )
    expect(kind).toBe('article')
    expect(elements(html).filter(({ name }) => name?.startsWith('h'))).toHaveLength(1)
  }
})
