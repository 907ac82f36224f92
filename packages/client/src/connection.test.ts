import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

const reported: unknown[] = []
// Node has no `reportError`, which browsers use to report uncaught errors.
const originalReportError = globalThis.reportError
globalThis.reportError = error => reported.push(error)
afterEach(() => {
  globalThis.reportError = originalReportError
})

/** Creates a tracker whose server answers the checks with these statuses; 0 is no answer. */
function track(...statuses: number[]) {
  const asked: string[] = []
  const tracker = createConnection({
    base: 'https://links.example',
    isOffline: () => false,
    send: async address => {
      asked.push(String(address))
      const status = statuses.shift() ?? 0
      if (status === 0) throw new TypeError('Failed to fetch')
      return new Response('', { status })
    },
  })
  return { ...tracker, asked }
}

test('a failing listener does not affect the answered call or other listeners', () => {
  const { connection, onReconnect, reportReachable } = track()
  const error = new Error('one listener')
  let calls = 0
  onReconnect(() => {
    throw error
  })
  onReconnect(() => calls++)
  connection.set('down')
  reportReachable()
  expect([connection.get(), calls, reported]).toEqual(['up', 1, [error]])
})

test('OFFLINE asks the server after a call without an answer until it answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { connection, reportUnreachable, waitUntilReachable, asked } = track(0, 502, 200)
  reportUnreachable()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.get()).toBe('down')
  let isReached = false
  const waiting = waitUntilReachable(new AbortController().signal).then(() => (isReached = true))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([connection.get(), isReached]).toEqual(['down', false])
  // Each pause is twice as long as the one before.
  await vi.advanceTimersByTimeAsync(2_000)
  await waiting
  expect(connection.get()).toBe('up')
  expect(asked).toEqual(Array(3).fill('https://links.example/api/health'))
})

test('waiting for the server ends with its signal', async () => {
  const { connection, waitUntilReachable } = track()
  connection.set('down')
  const ended = new AbortController()
  const waiting = waitUntilReachable(ended.signal)
  ended.abort()
  await waiting
  expect(connection.get()).toBe('down')
})
