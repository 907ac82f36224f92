import { expect, test } from 'vitest'
import { applyTick } from './tick.ts'

const list = (...texts: string[]) => texts.map(text => ({ text, done: false }))
const doneOf = (items: { text: string; done: boolean }[]) =>
  items.filter(({ done }) => done).map(({ text }) => text)

test('OFFLINE sets a tick at its place, also where two items have the same text', () => {
  const items = list('Salt', 'Flour', 'Salt')
  const ticked = applyTick(items, { text: 'Salt', place: 2, done: true })
  expect(ticked.map(({ done }) => done)).toEqual([false, false, true])
  expect(doneOf(items)).toEqual([])
})

test('OFFLINE a tick follows an item that another change has moved', () => {
  const tick = { text: 'Salt', place: 1, done: true }
  expect(doneOf(applyTick(list('Milk', 'Flour', 'Salt'), tick))).toEqual(['Salt'])
})

test('OFFLINE a tick of an item that another change has removed or renamed sets nothing', () => {
  const tick = { text: 'Salt', place: 1, done: true }
  expect(applyTick(list('Flour', 'Sea salt'), tick)).toEqual(list('Flour', 'Sea salt'))
  expect(applyTick([], tick)).toEqual([])
})

test('OFFLINE undoes a tick', () => {
  const items = [{ text: 'Salt', done: true }]
  expect(doneOf(applyTick(items, { text: 'Salt', place: 0, done: false }))).toEqual([])
})
