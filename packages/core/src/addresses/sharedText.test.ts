import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSharedText } from './sharedText.ts'

const page = 'https://en.example/wiki/Foo_(bar)'

test.each([
  [`(see ${page})`, page, '(see )'],
  [`(see ${page}).`, page, '(see ).'],
  [`${page}`, page, ''],
  [`${page}, and more`, page, ', and more'],
  ['[https://a.example/x]', 'https://a.example/x', '[]'],
  ['https://a.example/a(b', 'https://a.example/a', '(b'],
  ['https://a.example/a]b', 'https://a.example/a', ']b'],
  ['https://a.example/(a]b)', 'https://a.example/', '(a]b)'],
  ['https://a.example/?q[]=1&p={x}', 'https://a.example/?q[]=1&p={x}', ''],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x', ''],
  ['（https://a.example/道）', 'https://a.example/道', '（）'],
  ['【https://a.example/道】', 'https://a.example/道', '【】'],
  ['《https://a.example》と『b』', 'https://a.example', '《》と『b』'],
  ['“https://a.example/x”', 'https://a.example/x', '“”'],
  ['„https://a.example/x“', 'https://a.example/x', '„“'],
  ['‹https://a.example/x›', 'https://a.example/x', '‹›'],
  ['**https://a.example/x**', 'https://a.example/x', '****'],
  ['no address', '', 'no address'],
])('SAVE-16 the address in %j has its own brackets only', (text, address, rest) => {
  expect(splitSharedText(text)).toEqual({ address, rest })
})

test.each([
  [`[A page](${page})`, page, 'A page'],
  [`Read [A [good] page](${page} "its title") soon`, page, 'Read A [good] page soon'],
  [`[https://a.example](https://a.example)`, 'https://a.example', '[](https://a.example)'],
  [`![A picture](<${page}>).`, page, '!A picture.'],
  [`<${page}>`, page, ''],
  [`<a href="${page}">A page</a>`, page, '<a href="">A page</a>'],
])('SAVE-16 the Markdown link %j is its text and its address', (text, address, rest) => {
  expect(splitSharedText(text)).toEqual({ address, rest })
})

test('SAVE-16 an address with balanced brackets is the same in any brackets', () => {
  const balanced = fc.letrec<{ path: string }>(tie => ({
    path: fc.oneof(
      { maxDepth: 4 },
      fc.stringMatching(/^[a-z0-9/_-]{1,8}$/),
      fc
        .tuple(fc.constantFrom('()', '[]', '{}'), tie('path'), fc.stringMatching(/^[a-z0-9]{1,4}$/))
        .map(([pair, inner, end]) => `${pair.charAt(0)}${inner}${pair.charAt(1)}${end}`),
    ),
  })).path
  fc.assert(
    fc.property(balanced, fc.constantFrom('()', '[]', '{}', '<>', '""', '  '), (path, around) => {
      const address = `https://a.example/${path}`
      const text = `Text ${around.charAt(0)}${address}${around.charAt(1)} after`
      expect(splitSharedText(text).address).toBe(address)
      expect(splitSharedText(`[Text](${address})`)).toEqual({ address, rest: 'Text' })
    }),
  )
})

test('SAVE-16 a malicious text takes linear time', () => {
  // Quadratic time would exceed the time limit of the test.
  for (const each of ['(', ')', '.', '[', '<', ' ', 'https://', '](', '"'])
    splitSharedText(`[x](https://a.example/${each.repeat(1_000_000)}`)
  splitSharedText(`${'<'.repeat(1_000_000)}https://a.example/x${'>'.repeat(1_000_000)}`)
})
