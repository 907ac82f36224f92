import { expect, test } from 'vitest'
import { findSections, mergeLines, placeBar, placeItems } from './readerPlacement.ts'

test('puts items of the margin beside their lines, and pushes them down where there is no room', () => {
  const items = [
    { top: 10, height: 40 },
    { top: 30, height: 20 },
    { top: 200, height: 20 },
    { top: 200, height: 90 },
    { top: 310, height: 20 },
  ]
  expect(placeItems(items, 36)).toEqual([36, 92, 200, 236, 342])
  expect(placeItems([], 36)).toEqual([])
})

test('joins parts of one line into one box, also letters of another size', () => {
  const line = (left: number, right: number, top: number, height = 30) => ({
    left,
    right,
    top,
    bottom: top + height,
  })
  const boxes = [
    line(50, 100, 0),
    line(100, 108, 2, 14),
    line(108, 120, 0),
    line(0, 0, 32),
    line(0, 90, 32),
    line(0, 40, 64),
  ]
  const lines = [line(50, 120, 0), line(0, 90, 32), line(0, 40, 64)]
  expect(mergeLines(boxes)).toEqual(lines)
  // Rectangles of the browser have no own properties.
  expect(mergeLines(boxes.map(box => Object.create(box) as typeof box))).toEqual(lines)
})

test('puts the bar above the selection, else below it, and always in the window', () => {
  const area = { left: 0, top: 56, right: 400, bottom: 700 }
  const size = { width: 240, height: 44 }
  const line = (top: number, left = 100, right = 300) => ({ left, right, top, bottom: top + 30 })
  expect(placeBar([line(300), line(332)], size, area)).toEqual({ left: 80, top: 248 })
  // No room above.
  expect(placeBar([line(60), line(92)], size, area)).toEqual({ left: 80, top: 130 })
  // The selection fills the window.
  expect(placeBar([line(20), line(690)], size, area)).toEqual({ left: 80, top: 648 })
  // At the edges.
  expect(placeBar([line(300, 0, 20)], size, area).left).toBe(8)
  expect(placeBar([line(300, 380, 400)], size, area).left).toBe(152)
})

test('a highlight is in the last section that begins above it', () => {
  expect(findSections([0, 100, 150, 900], [100, 400, 600])).toEqual([-1, 0, 0, 2])
  expect(findSections([5], [])).toEqual([-1])
})
