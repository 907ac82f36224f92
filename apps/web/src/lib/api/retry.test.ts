import { Refusal } from '@nestmark/contract/client'
import { expect, test } from 'vitest'
import { connection } from '../connection.ts'
import { shouldRetry, retryDelay } from './retry.ts'

const refusal = (status: number, retryAfter = 0) =>
  new Refusal({ status, code: 'request.tooMany', message: 'Too many', retryAfter })

test('retries a 429 three times, after the delay that the server requests', () => {
  const error = refusal(429, 2)
  expect([0, 1, 2, 3].map(count => shouldRetry(count, error))).toEqual([true, true, true, false])
  expect(retryDelay(1, error)).toBe(2000)
  expect(retryDelay(1, refusal(429))).toBe(2000)
  expect(shouldRetry(0, refusal(429, 300))).toBe(false)
})

test('retries transient failures twice and refusals never', () => {
  connection.set('up')
  expect([0, 1, 2].map(count => shouldRetry(count, refusal(503)))).toEqual([true, true, false])
  for (const status of [400, 403, 404, 500]) expect(shouldRetry(0, refusal(status))).toBe(false)
  expect(shouldRetry(0, new Error('an error of the page'))).toBe(false)
  expect(retryDelay(1, refusal(503))).toBe(2000)
})
