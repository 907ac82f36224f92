import { expect, test } from 'vitest'
import { joinLines, placeBar, placeCard } from './spot.ts'

const window = { width: 1000, height: 800 }
const bar = { width: 300, height: 44 }
const box = (left: number, top: number) => ({ left, top, right: left + 200, bottom: top + 20 })

test('HL-07 places the bar above the middle of the first line, or below the last one without room', () => {
  expect(placeBar([box(300, 300), box(50, 320)], window, bar)).toEqual({
    left: 250,
    top: 248,
    arrow: 150,
    isBelow: false,
  })
  expect(placeBar([box(300, 20), box(400, 40)], window, bar)).toEqual({
    left: 350,
    top: 68,
    arrow: 150,
    isBelow: true,
  })
})

test('HL-07 places the bar inside of the window, with its arrow at the line', () => {
  expect(placeBar([box(950, 300)], window, bar)).toMatchObject({ left: 692, arrow: 282 })
  expect(placeBar([box(-40, 300)], window, bar)).toMatchObject({ left: 8, arrow: 72 })
  // A selection of everything is above and below the window.
  expect(placeBar([box(0, -900), box(0, 300), box(0, 2000)], window, bar)).toMatchObject({
    left: 8,
    top: 248,
  })
  expect(placeBar([box(300, 10), box(300, 790)], window, bar)).toMatchObject({ top: 748, isBelow: true })
  expect(placeBar([box(0, -900)], window, bar)).toBeNull()
  expect(placeBar([], window, bar)).toBeNull()
})

test('HL-07 places the card beside the column of the text with a line to it, on the left of text from right to left', () => {
  const card = { width: 306, height: 240 }
  const right = { left: 100, right: 320 }
  expect(placeCard([box(100, 300)], right, window, card, false)).toEqual({
    left: 380,
    top: 284,
    lead: { left: 304, top: 310, width: 76 },
  })
  // Other words of the line are not struck through.
  const wide = { left: 100, right: 600 }
  expect(placeCard([box(100, 300)], wide, window, card, false)?.lead).toEqual({
    left: 600,
    top: 310,
    width: 60,
  })
  expect(placeCard([box(400, 300)], { left: 390, right: 900 }, window, card, true)).toEqual({
    left: 24,
    top: 284,
    lead: { left: 330, top: 310, width: 66 },
  })
})

test('HL-07 places the card below the highlight where there is no room beside the text, and inside of the window', () => {
  const card = { width: 306, height: 240 }
  const column = { left: 0, right: 900 }
  expect(placeCard([box(600, 300), box(100, 320)], column, window, card, false)).toEqual({
    left: 600,
    top: 348,
    lead: null,
  })
  expect(placeCard([box(600, 700)], column, window, card, false)?.top).toBe(452)
  expect(placeCard([box(600, 100), box(0, 700)], column, window, card, false)?.top).toBe(552)
  expect(placeCard([box(100, 790)], { left: 100, right: 600 }, window, card, false)?.top).toBe(552)
  expect(placeCard([box(600, -200)], column, window, card, false)).toBeNull()
})

test('HL-07 joins the parts of a line into one box', () => {
  const parts = [box(100, 300), { left: 300, top: 296, right: 340, bottom: 322 }, box(0, 326)]
  expect(joinLines(parts)).toEqual([{ left: 100, top: 296, right: 340, bottom: 322 }, box(0, 326)])
})
