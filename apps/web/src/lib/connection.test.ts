import { afterEach, expect, test } from 'vitest'
import { reportReachable, connection, onReconnect } from './connection.ts'

const reported: unknown[] = []
// Node lacks what browsers report an uncaught error with.
const originalReportError = globalThis.reportError
globalThis.reportError = error => reported.push(error)
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  globalThis.reportError = originalReportError
})

test('a listener that throws neither fails the call that was answered nor keeps the others from hearing of it', () => {
  const error = new Error('one listener')
  let calls = 0
  stops.push(
    onReconnect(() => {
      throw error
    }),
    onReconnect(() => calls++),
  )
  connection.set('down')
  reportReachable()
  expect([connection.get(), calls, reported]).toEqual(['up', 1, [error]])
})
