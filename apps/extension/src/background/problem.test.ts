import { Refusal } from '@nestmark/contract/client'
import { expect, test } from 'vitest'
import { toProblem } from './problem.ts'

test.each([
  [0, 'network', 'away'],
  [503, 'server.unavailable', 'away'],
  [507, 'server.full', 'away'],
  [429, 'request.tooMany', 'away'],
  // A captive portal answers a page with 200.
  [200, 'server.failed', 'away'],
  [401, 'session.expired', 'ended'],
  [404, 'request.unknownPath', 'tooOld'],
  [404, 'collections.notFound', 'refused'],
  [402, 'plan.links', 'refused'],
  [409, 'encryption.plainText', 'refused'],
] as const)('EXT-01 an answer of %i %s is %s', (status, code, kind) => {
  const problem = toProblem(new Refusal({ status, code, message: 'A sentence.' }))
  expect(problem.kind).toBe(kind)
  expect(problem.message).not.toBe('')
})

test('EXT-01 an error that is none of the server loses nothing', () => {
  expect(toProblem(new TypeError('Failed to fetch')).kind).toBe('away')
})

test('EXT-01 names a full device, which stores nothing', () => {
  const full = new DOMException('No room', 'QuotaExceededError')
  expect(toProblem(full)).toMatchObject({ kind: 'refused', code: 'device.full' })
})
