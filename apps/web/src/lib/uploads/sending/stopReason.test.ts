import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { expect, test } from 'vitest'
import { ShownError } from '@nestmark/client/shownError'
import { isFileMissing } from './startAnew.ts'
import { isFinal, toStopReason } from './stopReason.ts'
import { refuse } from '../uploadServer.testing.ts'

test.each(['files.typeUnsupported', 'files.tooLarge', 'files.empty'] as const)(
  'UPL-04 UPL-05 offers no retry of a file that the server rejects with %s',
  code => {
    expect(isFinal(refuse(400, code))).toBe(true)
  },
)

test.each([
  refuse(403, 'plan.storage'),
  refuse(507, 'server.full'),
  refuse(0, 'network'),
  new Error('files.empty'),
])('UPL-06 offers a retry of an upload after another failure: %s', error => {
  expect(isFinal(error)).toBe(false)
})

test('UPL-09 the owner of the storage sees by how much a file exceeds it', () => {
  const error = refuse(403, 'plan.storage', { used: 99_000_000, limit: 100_000_000 })
  expect(toStopReason(error, 1_250_000)).toEqual({ reason: texts.noRoom(250_000), isOverQuota: true })
})

test('UPL-09 a file that exceeds the storage exceeds it by at least a byte', () => {
  const error = refuse(403, 'plan.storage', { used: 0, limit: 100 })
  expect(toStopReason(error, 50).reason).toBe(texts.noRoom(1))
})

test('UPL-09 a member who fills the storage of another user sees no figures of it', () => {
  expect(toStopReason(refuse(403, 'plan.storage'), 50)).toEqual({
    reason: 'The reason is plan.storage.',
    isOverQuota: false,
  })
})

test('UPL-09 figures that come with another refusal are not about the storage', () => {
  const error = refuse(409, 'files.partsMissing', { used: 1, limit: 2 })
  expect(toStopReason(error, 50).isOverQuota).toBe(false)
})

test('UPL-06 shows a sentence of the page or of the server as the reason, never the text of an exception', () => {
  expect(toStopReason(new ShownError(texts.keyMissing), 1).reason).toBe(texts.keyMissing)
  expect(toStopReason(refuse(404, 'files.uploadNotFound'), 1).reason).toBe(
    'The reason is files.uploadNotFound.',
  )
  expect(toStopReason(new TypeError('x is undefined'), 1).reason).toMatch(/^Something went wrong/)
})

test('UPL-06 treats a file as missing when the disk no longer has it or has another one', () => {
  const names = ['NotReadableError', 'NotFoundError', 'AbortError']
  expect(names.map(name => isFileMissing(new DOMException('', name)))).toEqual([true, true, false])
  expect(isFileMissing(new Error('NotFoundError'))).toBe(false)
})
