import { Refusal } from '@nestmark/contract/client'
import { expect, test } from 'vitest'
import { connection } from '../connection.ts'
import { shouldRetry, retryDelay } from './retry.ts'

const refusal = (status: number, retryAfter = 0) =>
  new Refusal({ status, code: 'request.tooMany', message: 'Too many', retryAfter })

test('too many calls: it is tried again three times, after the time that the server asks for', () => {
  const error = refusal(429, 2)
  expect([0, 1, 2, 3].map(count => shouldRetry(count, error))).toEqual([true, true, true, false])
  expect(retryDelay(1, error)).toBe(2000)
  expect(retryDelay(1, refusal(429))).toBe(2000)
  expect(shouldRetry(0, refusal(429, 300))).toBe(false)
})

test('what passes is tried again twice, what was refused never', () => {
  connection.set('up')
  expect([0, 1, 2].map(count => shouldRetry(count, refusal(503)))).toEqual([true, true, false])
  for (const status of [400, 403, 404, 500]) expect(shouldRetry(0, refusal(status))).toBe(false)
  expect(shouldRetry(0, new Error('a mistake of the page'))).toBe(false)
  expect(retryDelay(1, refusal(503))).toBe(2000)
})
