import { Refusal } from '@nestmark/contract/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnection } from '../connection.ts'
import { createPersist } from './persist.ts'

const persist = createPersist(createConnection({ isOffline: () => false }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tooMany = () =>
  new Refusal({ status: 429, code: 'request.tooMany', message: 'Too many requests.', retryAfter: 2 })
const failed = () => new Refusal({ status: 500, code: 'server.failed', message: 'The server failed.' })

/** Returns a call that fails some times, and the times at which it was made, in seconds. */
function failing(times: number, toError: () => Error) {
  const begun = Date.now()
  const made: number[] = []
  const call = () => {
    made.push((Date.now() - begun) / 1000)
    return made.length > times ? Promise.resolve('done') : Promise.reject(toError())
  }
  return { call, made }
}
const { signal } = new AbortController()

test('UPL-06 the rate limit delays a call as long as the server says, however often', async () => {
  const { call, made } = failing(20, tooMany)
  const result = persist(call, { signal })
  await vi.runAllTimersAsync()
  expect(await result).toBe('done')
  expect(made).toEqual(Array.from({ length: 21 }, (_, n) => 2 * n))
})

test('UPL-06 gives up a call that fails in the server after five times', async () => {
  const { call, made } = failing(20, failed)
  const result = persist(call, { signal }).catch((error: Refusal) => error.code)
  await vi.runAllTimersAsync()
  expect(await result).toBe('server.failed')
  expect(made.length).toBe(5)
})

test('UPL-06 a cancelled upload ends while it waits', async () => {
  const stop = new AbortController()
  const { call, made } = failing(20, tooMany)
  const result = persist(call, { signal: stop.signal }).catch((error: DOMException) => error.name)
  await vi.advanceTimersByTimeAsync(1000)
  stop.abort()
  expect(await result).toBe('AbortError')
  expect(made.length).toBe(1)
})
