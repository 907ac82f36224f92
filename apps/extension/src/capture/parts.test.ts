import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPieces, splitCss } from './parts.ts'

const base = 'https://site.example/css/a.css'
const wanted = (css: string) =>
  splitCss(css, base).flatMap(part => (typeof part === 'string' ? [] : [part.address]))
const textOf = (css: string) =>
  splitCss(css, base)
    .map(part => (typeof part === 'string' ? part : 'X'))
    .join('')

test('EXT-01 resolves the addresses of a sheet, and leaves everything else', () => {
  const css = `a { background: url("../b.png"), url('c d.png') } b { mask: url( e.svg ) } @font-face { src: url("data:font/woff2;base64,AA") }`
  expect(wanted(css)).toEqual([
    'https://site.example/b.png',
    'https://site.example/css/c%20d.png',
    'https://site.example/css/e.svg',
    'data:font/woff2;base64,AA',
  ])
  expect(textOf(css)).toBe(
    `a { background: url("X"), url("X") } b { mask: url("X") } @font-face { src: url("X") }`,
  )
  expect(textOf('p { filter: url("#blur") }')).toBe('p { filter: url("#blur") }')
  expect(wanted('p { background: url("\\62 .png") }')).toEqual(['https://site.example/css/b.png'])
})

test('T16 a sheet cannot end its element', () => {
  expect(textOf('p::after { content: "</style><script>alert(1)</script>" }')).not.toContain('</style')
  expect(textOf('p { filter: url("#a\\"</style>") }')).not.toContain('</style')
})

test('EXT-01 pieces join to the text, and none ends within a character', () => {
  expect(cutPieces('', 5)).toEqual([])
  expect(cutPieces('ab😀cd', 3)).toEqual(['ab', '😀c', 'd'])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 9 }), (text, length) => {
      const pieces = cutPieces(text, length)
      expect(pieces.join('')).toBe(text)
      for (const piece of pieces) expect([piece.length <= length, piece.isWellFormed()]).toEqual([true, true])
    }),
  )
})
