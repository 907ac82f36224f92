import { afterEach, expect, test } from 'vitest'
import { answered, connection, onBack } from './connection.ts'

const reported: unknown[] = []
// Node lacks what browsers report an uncaught error with.
const before = globalThis.reportError
globalThis.reportError = error => reported.push(error)
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  globalThis.reportError = before
})

test('a listener that throws neither fails the call that was answered nor keeps the others from hearing of it', () => {
  const fault = new Error('one listener')
  let heard = 0
  stops.push(
    onBack(() => {
      throw fault
    }),
    onBack(() => heard++),
  )
  connection.set('down')
  answered()
  expect([connection.get(), heard, reported]).toEqual(['up', 1, [fault]])
})
