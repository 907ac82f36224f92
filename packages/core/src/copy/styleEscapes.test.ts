import { expect, test } from 'vitest'
import { writePageCopy } from './pageCopy.ts'
import type { Resources } from './resources.ts'

const nothing: Resources = { findPicture: () => null, findFont: () => null, findStyleSheet: () => null }
const copyWith = (html: string, css = '') => {
  const pieces: string[] = []
  const findStyleSheet = (address: string) => ({ css, address })
  const source = { html, address: 'https://site.example/', at: 0 }
  writePageCopy(source, { ...nothing, findStyleSheet }, piece => pieces.push(piece))
  return pieces.slice(1).join('')
}

const evil = 'https://evil.example/x'

test.each([
  [String.raw`\&lt;img src=${evil}>`, String.raw`\3c img src=${evil}>`],
  [String.raw`a\&lt;/style>`, String.raw`a\3c /style>`],
  [String.raw`#\&lt;meta>`, String.raw`#\3c meta>`],
  [String.raw`@\&lt;meta>;`, String.raw`@\3c meta>;`],
  [String.raw`1\&lt;meta>`, String.raw`1\3c meta>`],
  ['a{content:"&lt;meta>"}', String.raw`a{content:"\3c meta>"}`],
  ['&lt;&lt;/style>', '< < /style>'],
  [String.raw`\\&lt;b`, String.raw`\\< b`],
])('X02 a style sheet of SVG with %s has no tag', (inside, expected) => {
  for (const root of ['svg', 'math', 'svg><p', 'svg><title', 'math><mtext', 'svg><foreignObject']) {
    const written = copyWith(`<${root}><style>${inside}</style>`)
    expect(written).toContain(`<style>${expected}</style>`)
    expect(copyWith(written)).toContain(expected)
  }
})

test('X02 a reference in a style sheet means the same in HTML and in SVG', () => {
  const references = `a{content:"&quot;;background:url(${evil});&quot;"}.\\&lt;b{}&#x41;&lt;{}`
  const expected = String.raw`a{content:"\26 quot;;background:url(${evil});\26 quot;"}.\26 lt;b{}&/**/#x41;&/**/lt;{}`
  expect(copyWith('<link rel=stylesheet href=a.css>', references)).toBe(`<style>${expected}</style>`)
  expect(copyWith(`<svg><style>${references.replaceAll('&', '&amp;')}</style>`)).toBe(
    `<svg><style>${expected}</style>`,
  )
  expect(copyWith('<style>a{&:hover{}& b{}&.c{}}</style>')).toBe('<style>a{&:hover{}& b{}&.c{}}</style>')
  const film = '<style>@media (width<=9px) and (1px < width){a{}}</style>'
  expect(copyWith(film)).toBe(film)
})

test('X02 does not join the text around what it removes from a style sheet to an address', () => {
  for (const removed of ['\0', '@import "x";', '@charset "x";', '@namespace x{}', ')', '}', '<!--', '/**/'])
    for (const html of [
      `<style>u${removed}rl(${evil})</style>`,
      `<style>a{b:u${removed}rl(${evil})}</style>`,
      `<style>a{b:image${removed}-set("${evil}" 1x)}</style>`,
      `<style>a{}/${removed}* b{}*/</style>`,
      `<p style='b:u${removed}rl(${evil})'>`,
      `<link rel=stylesheet href=a.css>`,
    ]) {
      const written = copyWith(html, `u${removed}rl(${evil})`)
      expect(written.replaceAll('/**/', ' ')).not.toMatch(/url\(["']?https|image-set\("https|\/\*/)
    }
})

test('X02 makes no address of a function that another value replaces', () => {
  for (const name of ['var', 'VAR', String.raw`\76 ar`, 'env', 'attr', 'if', 'inherit', '--f'])
    expect(copyWith(`<style>a{--x:"${evil}";b:image-set(${name}(--x) 1x)}</style>`)).toContain(
      'image-set(removed(--x) 1x)',
    )
  expect(copyWith('<style>a{b:var(--x)}</style>')).toContain('b:var(--x)')
})

test('X02 keeps in the name of an animated attribute no character that it removes later', () => {
  expect(copyWith('<svg><a><set attributeName="h\0ref" to="x"/></a>')).toBe('<svg><a><set to="x"/></a>')
})
