import { expect, test } from 'vitest'
import { maxFileBytes } from './media/mediaTypes.ts'
import {
  chunkLength,
  countChunks,
  isSealedLength,
  maxSealedLength,
  sealedChunkLength,
  sealedPartLength,
  toSealedLength,
} from './sealedFile.ts'

test('ENC-07 every chunk of an encrypted file is 16 bytes longer', () => {
  expect([0, 1, chunkLength, chunkLength + 1].map(toSealedLength)).toEqual([
    16,
    17,
    sealedChunkLength,
    sealedChunkLength + 17,
  ])
  expect(maxSealedLength).toBe(maxFileBytes + 96 * 16)
  expect(sealedPartLength % sealedChunkLength).toBe(0)
})

test('ENC-07 the possible lengths of encrypted files are those of full chunks and a last one', () => {
  for (const bytes of [
    0,
    1,
    500,
    chunkLength - 1,
    chunkLength,
    chunkLength + 1,
    3 * chunkLength,
    maxFileBytes,
  ])
    expect([bytes, isSealedLength(toSealedLength(bytes))]).toEqual([bytes, true])
  for (const length of [0, -1, -sealedChunkLength, 1, 15, sealedChunkLength + 1, 2 * sealedChunkLength + 16])
    expect([length, isSealedLength(length)]).toEqual([length, false])
  expect([0, 1, chunkLength, chunkLength + 1].map(countChunks)).toEqual([1, 1, 1, 2])
})
