import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { listResources } from './listResources.ts'
import { writePageCopy } from './pageCopy.ts'
import type { Resources } from './resources.ts'

const address = 'https://site.example/a/b.html'
const found: Resources = {
  findPicture: wanted => (wanted.length % 3 === 0 ? null : 'data:image/png;base64,AAAA'),
  findFont: () => 'data:font/woff2;base64,AAAA',
  findStyleSheet: wanted => ({
    css: '@import "z.css";}a{background:url(//x.example/i.png)',
    address: wanted,
  }),
}
const copy = (html: string) => {
  const pieces: string[] = []
  writePageCopy({ html, address, at: 0 }, found, piece => pieces.push(piece))
  return pieces.join('')
}

const names =
  'a p div svg math style script iframe noscript template img picture source video object embed base meta link ' +
  'title textarea xmp plaintext form input select option table td foreignObject use image set body html frame'
const values = [
  'javascript:alert(1)',
  'https://evil.example/x.png',
  '//evil.example/y 2x, z.png 100w',
  'url(https://evil.example/z)',
  'background:url("https://evil.example/q") ; @import "x"',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=x>',
  '"><script>alert(1)</script>',
  '&quot; onload=&quot;x',
  '&lt;img src=x onerror=y&gt;',
  '0;url=https://evil.example',
  'refresh',
  'stylesheet',
  '#frag',
  "' autofocus onfocus='x",
]
const attributeNames =
  'src srcset href xlink:href style class onload onerror ONCLICK data-src poster background action formaction ' +
  'srcdoc http-equiv content name rel media fill attributeName id shadowrootmode is ping width height value type'
const css = [
  '@import url(//evil.example/a.css)',
  '@font-face{src:url(https://evil.example/f.woff2)}',
  'a{background:url(https://evil.example/x',
  'b{content:"</style><script>x</script>"}',
  String.raw`c{background:\75 rl("https://evil.example/e")}`,
  'd{background:image-set("https://evil.example/s" 1x)}',
  '<img src=x onerror=y>',
  '}}}/*',
]
const pick = (list: string | readonly string[]) =>
  fc.constantFrom(...(typeof list === 'string' ? list.split(' ') : list))
const attribute = fc
  .tuple(pick(attributeNames), pick(values), pick(['"', "'", '']))
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`)
const openTag = fc
  .tuple(pick(names), fc.array(attribute, { maxLength: 4 }), pick(['>', '/>', ' >', '']))
  .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}`)
const part = fc.oneof(
  openTag,
  pick(names).map(name => `</${name}>`),
  pick(css),
  pick(values),
  pick(['<!doctype html>', '<!--', '-->', '<![CDATA[', ']]>', '<?x', '&', '<', 'text', '\0', '</style']),
  fc.string({ maxLength: 5 }),
)
const soup = fc.array(part, { maxLength: 30 }).map(parts => parts.join(''))

interface Node {
  name?: string
  attribs?: Record<string, string>
  children?: Node[]
  data?: string
}
/** Returns all elements, as another parser reads them. */
const elements = (html: string): Node[] => {
  const list = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(list)]
  return list(parseDocument(html) as unknown as Node).filter(node => node.name !== undefined)
}

test('X02 the copy of any page runs nothing and loads nothing', () => {
  fc.assert(
    fc.property(soup, html => {
      const written = copy(html)
      for (const { name = '', attribs = {}, children = [] } of elements(written)) {
        expect(['script', 'base', 'iframe', 'object', 'embed', 'frame', 'link', 'source']).not.toContain(name)
        for (const [key, value] of Object.entries(attribs)) {
          expect(key).not.toMatch(/^on|^srcset|^srcdoc|action$|^ping$|poster/)
          if (key === 'http-equiv') expect(value).toBe('Content-Security-Policy')
          const isLink = name === 'a' || name === 'area'
          if (/^(xlink:)?href$/.test(key))
            expect(value).toMatch(isLink ? /^(https?:|#|mailto:)/ : /^(#|data:image)/)
          if (key === 'src' || key === 'background') expect(value).toMatch(/^data:image\//)
          if (key === 'style' || key === 'fill') expectInertCss(value)
        }
        if (name === 'style') expectInertCss(children.map(child => child.data ?? '').join(''))
      }
    }),
    { numRuns: 3000 },
  )
})

test('copying is idempotent: the copy of a copy is equal and loads nothing', () => {
  fc.assert(
    fc.property(soup, html => {
      const written = copy(html)
      expect(listResources({ html: written, address, at: 0 })).toEqual([])
      expect(copy(written)).toBe(written)
    }),
    { numRuns: 3000 },
  )
})

test('S19 deep, long and repetitive pages take time in proportion to their length', () => {
  const deep = '<div>'.repeat(200_000)
  expect(copy(deep)).toContain(deep)
  for (const html of [
    '<a '.repeat(100_000),
    '<svg>'.repeat(100_000),
    `<p ${'a=b '.repeat(100_000)}>`,
    `<img srcset="${'a 1w,'.repeat(100_000)}">`,
    `<style>${'@import "a";'.repeat(50_000)}</style>`,
    `<style>${'a{'.repeat(100_000)}</style>`,
    `<p style="${'('.repeat(100_000)}">`,
    '<noscript><template>'.repeat(50_000),
    '&amp'.repeat(200_000),
  ])
    expect(copy(html).length).toBeLessThan(10_000_000)
})

function expectInertCss(text: string): void {
  // Other strings than those of addresses are text.
  const code = text.replace(
    /\(\s*(["'])(?:\\[^]|(?!\1)[^\\\n])*\1|(["'])(?:\\[^]|(?!\2)[^\\\n])*\2/g,
    found => (found.startsWith('(') ? found : '""'),
  )
  expect(code).not.toMatch(/(?<![\w-])(url|src|image-set)\([^)]*evil|@import|<\//i)
}
