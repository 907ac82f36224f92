import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { listResources } from './listResources.ts'
import { copySoup as copy, soup, soupAddress as address } from './pageSoup.testing.ts'

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
        if (name !== 'style') continue
        const sheet = children.map(child => child.data ?? '').join('')
        expectInertCss(sheet)
        expect(sheet).not.toContain('</')
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
  // Other strings than those of addresses are text, and `#url` is the name of an element.
  const code = text.replace(
    /(?<=(?<![\w@#-])(?:url|src|image-set))\(\s*(["'])(?:\\[^]|(?!\1)[^\\\n])*\1|(["'])(?:\\[^]|(?!\2)[^\\\n])*\2/gi,
    found => (found.startsWith('(') ? found : '""'),
  )
  expect(code).not.toMatch(/(?<![\w@#-])(url|src|image-set)\([^)]*evil|(?<!\\)@import/i)
}
