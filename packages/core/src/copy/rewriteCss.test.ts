import { expect, test } from 'vitest'
import { type CssOptions, rewriteCss, rewriteDeclarations } from './rewriteCss.ts'
import type { Resources, StyleSheet } from './resources.ts'

const address = 'https://site.example/css/a.css'
const found = (kind: string) => (wanted: string) =>
  `data:${kind},${new URL(wanted).pathname.replace(/\W/g, '-')}`
const resources: Resources = {
  findPicture: found('image/png'),
  findFont: found('font/woff2'),
  findStyleSheet: () => null,
}
const options: CssOptions = { address, resources }
const withSheets = (sheets: Record<string, string>): CssOptions => ({
  address,
  resources: {
    ...resources,
    findStyleSheet: (wanted): StyleSheet | null => {
      const css = sheets[new URL(wanted).pathname]
      return css === undefined ? null : { css, address: wanted }
    },
  },
})
const nothing = 'url("data:,")'

test.each([
  ['a{background:url(b.png)}', 'a{background:url("data:image/png,-css-b-png")}'],
  [`a{background:url( "../b.png" )}`, 'a{background:url( "data:image/png,-b-png" )}'],
  [String.raw`a{background:\75 RL(b.png)}`, 'a{background:url("data:image/png,-css-b-png")}'],
  [String.raw`a{background:\u\000072l(b"c)}`, `a{background:${nothing}}`],
  [String.raw`.a\:b\\75{}`, String.raw`.a\:b\\75{}`],
  [
    `a{background:image-set("1.png" 1x,url(2.png) type("image/png"))}`,
    'a{background:image-set("data:image/png,-css-1-png" 1x,url("data:image/png,-css-2-png") type("image/png"))}',
  ],
  ['a{fill:url(#b)}', 'a{fill:url("#b")}'],
  ['a{background:url(file:///etc/passwd)}', `a{background:${nothing}}`],
  ['a{background:url(data:image/gif;base64,R0lG)}', 'a{background:url("data:image/gif;base64,R0lG")}'],
  ['a{background:url(data:text/html,<script>)}', `a{background:${nothing}}`],
  ['a{background:url(a b c)}', `a{background:${nothing}}`],
  ['a{content:"</style><img onerror=x>"}', String.raw`a{content:"\3c /style>\3c img onerror=x>"}`],
  ['<!-- a{color:red} -->', '  a{color:red}  '],
  ['@media (width<b) and (1px<=width){a{}}', '@media (width< b) and (1px<=width){a{}}'],
  ['@charset "x";@namespace url(http://x);a{}', 'a{}'],
])('%s becomes %s', (css, expected) => {
  expect(rewriteCss(css, options)).toBe(expected)
  expect(rewriteCss(expected, options)).toBe(expected)
})

test('embeds one font of each face, in a format that all browsers read', () => {
  const css = `@font-face{src:url(a.eot);src:url(a.eot?#iefix) format("embedded-opentype"),
    url(f?id=1) format("woff2"),url(a.woff) format("woff")}@font-face{src:url(b.woff2?x)}a{background:url(c.woff)}`
  expect(rewriteCss(css, options).replace(/\s+/g, ' ')).toBe(
    `@font-face{src:${nothing};src:${nothing} format("embedded-opentype"), url("data:font/woff2,-css-f") format("woff2"),` +
      `${nothing} format("woff")}@font-face{src:url("data:font/woff2,-css-b-woff2")}a{background:url("data:image/png,-css-c-woff")}`,
  )
})

test('embeds imported sheets with their conditions, four deep', () => {
  const sheets = {
    '/css/b.css': '@import "c.css";b{background:url(b.png)}',
    '/css/c.css': 'c{}',
  }
  const css = '@import url("b.css") layer(x) supports(display:grid) screen and (width>1px);a{}'
  expect(rewriteCss(css, withSheets(sheets))).toBe(
    '@media screen and (width>1px){@supports (display:grid){@layer x{c{}\nb{background:url("data:image/png,-css-b-png")}}}}a{}',
  )
  const chain = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`/css/${at}.css`, `@import "${at + 1}.css";p${at}{}`]),
  )
  expect(rewriteCss('@import "0.css"', withSheets(chain)).match(/p\d/g)).toEqual(['p3', 'p2', 'p1', 'p0'])
})

test('a sheet with missing or surplus brackets cannot leave its block', () => {
  const within = (css: string) => rewriteCss('@import "b.css" print;z{}', withSheets({ '/css/b.css': css }))
  expect(within('a{b:"c')).toBe('@media print{a{b:"c"}}z{}')
  expect(within('}}}a{}')).toBe('@media print{a{}}z{}')
  expect(within('a{b:url(x')).toBe('@media print{a{b:url("data:image/png,-css-x")}}z{}')
  expect(within('a{/* b')).toBe('@media print{a{/**/}}z{}')
  expect(within('a{b:(c')).toBe('@media print{a{b:(c)}}z{}')
  expect(within('a\\')).toBe('@media print{a }z{}')
  expect(within('@import url(c.css')).toBe('@media print{}z{}')
})

test.each(['@import "b.css" {a:b}', '@import "b.css" );', '@import;', '@import url(b.css) url(x);'])(
  'omits the invalid rule %s',
  css => {
    expect(rewriteCss(`${css} z{}`, withSheets({ '/css/b.css': 'b{}' })).trim()).toBe('z{}')
  },
)

test('declarations import nothing', () => {
  const css = withSheets({ '/css/b.css': 'b{}' })
  expect(rewriteDeclarations('@import "b.css"; color: red', css)).toBe(' color: red')
  expect(rewriteCss('a{@import "b.css";color:red}', css)).toBe('a{color:red}')
})
