import { expect, test } from 'vitest'
import { placeBar, placeCard } from './spot.ts'

const window = { width: 1000, height: 800 }
const bar = { width: 300, height: 44 }
const box = (left: number, top: number) => ({ left, top, right: left + 200, bottom: top + 20 })

test('HL-07 the bar lies above the first line, or below the last one without room, and inside of the window', () => {
  expect(placeBar([box(100, 300), box(50, 320)], window, bar)).toEqual({ left: 100, top: 248 })
  expect(placeBar([box(100, 20), box(50, 40)], window, bar)).toEqual({ left: 100, top: 68 })
  expect(placeBar([box(950, 300)], window, bar)?.left).toBe(692)
  expect(placeBar([box(-40, 300)], window, bar)?.left).toBe(8)
  // A selection of everything is above and below the window.
  expect(placeBar([box(0, -900), box(0, 300), box(0, 2000)], window, bar)).toEqual({ left: 8, top: 248 })
  expect(placeBar([box(0, -900)], window, bar)).toBeNull()
  expect(placeBar([], window, bar)).toBeNull()
})

test('HL-07 the card lies right of the text, or below the highlight where there is no room', () => {
  const card = { width: 306, height: 240 }
  expect(placeCard([box(100, 300)], window, card)).toEqual({ left: 324, top: 300 })
  expect(placeCard([box(600, 300)], window, card)).toEqual({ left: 600, top: 328 })
  expect(placeCard([box(600, 700)], window, card)?.top).toBe(552)
})
