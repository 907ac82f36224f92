import { limits } from '@nestmark/core/limits'
import { expect, test } from 'vitest'
import { Refused } from '../../../access/refuse.ts'
import { createFileCheck } from './fileCheck.ts'

const piece = Buffer.alloc(5_000_000, ' ')

/** Checks a file of a size; returns the code of the refusal and its sentence, or the bytes that were taken. */
function checkSize(beginning: string, bytes: number): unknown {
  const check = createFileCheck()
  let taken = 0
  try {
    for (check.write(Buffer.from(beginning)); taken < bytes; taken += piece.length) check.write(piece)
  } catch (error) {
    return error instanceof Refused ? [error.code, error.sentence] : error
  }
  return taken
}

test('IO-01 I02 a bookmark file may have 500 MB, a compressed one 50 MB, and the refusal says so', () => {
  const html = '<!DOCTYPE NETSCAPE-Bookmark-file-1>'
  expect(checkSize(html, limits.importBytes - piece.length)).toBe(limits.importBytes - piece.length)
  expect(JSON.stringify(checkSize(html, limits.importBytes))).toMatch(/request.tooLarge.*up to 500 MB/)
  expect(JSON.stringify(checkSize('PK\u0003\u0004', 60_000_000))).toMatch(/request.tooLarge.*up to 50 MB/)
})
