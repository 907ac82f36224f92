import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, createPalette, textContrast, toColour, toReadable } from './pageColours.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map(n => `#${n.toString(16).padStart(6, '0')}`)

test.each([
  ['#8C2F24', '#8c2f24'],
  [' fbf7ef ', '#fbf7ef'],
  ['#abc', '#aabbcc'],
])('PLAN-07 reads %s as the colour %s', (typed, expected) => {
  expect(toColour(typed)).toBe(expected)
})

test.each(['', 'red', '#12345', '#1234567', 'rgb(1,2,3)', '#fff;}', '"><b>', 'var(--x)'])(
  'PLAN-07 does not read %j as a colour',
  typed => {
    expect(toColour(typed)).toBeNull()
  },
)

test('PLAN-07 the contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#ff0000', '#ffffff')).toBeCloseTo(4, 2)
})

test('PLAN-07 keeps a readable accent, and replaces another by the nearest readable one', () => {
  expect(toReadable('#8c2f24', '#fbf7ef')).toBe('#8c2f24')
  const darker = toReadable('#f0a030', '#fbf7ef')
  expect(contrastOf(darker, '#fbf7ef')).toBeGreaterThanOrEqual(textContrast)
  expect(contrastOf(darker, '#fbf7ef')).toBeLessThan(5)
})

test('PLAN-07 makes every text of a page readable on its ground, whatever its two colours are', () => {
  fc.assert(
    fc.property(colour, colour, (accent, paper) => {
      const { inks, canvas, onAccent, accent: shown, edge } = createPalette({ accent, paper })
      for (const ink of inks)
        for (const ground of [paper, canvas])
          expect(contrastOf(ink, ground)).toBeGreaterThanOrEqual(textContrast)
      expect(contrastOf(shown, paper)).toBeGreaterThanOrEqual(textContrast)
      expect(contrastOf(onAccent, shown)).toBeGreaterThanOrEqual(textContrast)
      expect(contrastOf(edge, paper)).toBeGreaterThanOrEqual(3)
    }),
  )
})
