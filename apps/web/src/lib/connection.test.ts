import { afterEach, expect, test } from 'vitest'
import { reportReachable, connection, onReconnect } from './connection.ts'

const reported: unknown[] = []
// Node has no `reportError`, which browsers use to report uncaught errors.
const originalReportError = globalThis.reportError
globalThis.reportError = error => reported.push(error)
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  globalThis.reportError = originalReportError
})

test('a failing listener does not affect the answered call or other listeners', () => {
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
