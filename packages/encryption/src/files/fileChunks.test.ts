import { beforeAll, expect, test } from 'vitest'
import { chunkLength, countChunks, sealedChunkLength } from '@nestmark/core/sealedFile'
import { joinBytes } from '@nestmark/core/joinBytes'
import { randomBytes } from '../bytes.ts'
import { generateKey } from '../keys/collectionKey.ts'
import { EncryptionError } from '../encryptionError.ts'
import { type FileSeal, newIvPrefix, openChunk, sealChunk } from './fileChunks.ts'
import { toAesKey } from '../gcm.ts'

const failure = new EncryptionError()
let file: FileSeal

beforeAll(async () => {
  file = { key: await toAesKey(generateKey()), ivPrefix: newIvPrefix(), uploadId: 'upl0ad' }
})

test('ENC-07 restores a file from its chunks, each read alone', async () => {
  const bytes = joinBytes(Array.from({ length: 33 }, () => randomBytes(65_536)))
  const count = countChunks(bytes.length)
  expect(count).toBe(3)
  for (let number = 0; number < count; number++) {
    const place = { number, last: number === count - 1 }
    const plain = bytes.slice(number * chunkLength, (number + 1) * chunkLength)
    const sealed = await sealChunk(file, place, plain)
    expect(sealed.length).toBe(place.last ? plain.length + 16 : sealedChunkLength)
    expect(await openChunk(file, place, sealed)).toEqual(plain)
  }
  expect([0, 1, chunkLength, chunkLength + 1].map(countChunks)).toEqual([1, 1, 1, 2])
})

test('E05 rejects a chunk of another place, file or key, and a file that was cut off', async () => {
  const whole = new Uint8Array(chunkLength)
  const place = { number: 1, last: false }
  const sealed = await sealChunk(file, place, whole)
  const others: [FileSeal, typeof place][] = [
    [file, { number: 0, last: false }],
    [file, { number: 1, last: true }],
    [{ ...file, uploadId: 'another' }, place],
    [{ ...file, ivPrefix: newIvPrefix() }, place],
    [{ ...file, key: await toAesKey(generateKey()) }, place],
  ]
  for (const [seal, where] of others) await expect(openChunk(seal, where, sealed)).rejects.toThrow(failure)
  const flipped = sealed.slice()
  flipped[1000]! ^= 1
  await expect(openChunk(file, place, flipped)).rejects.toThrow(failure)
})

test('ENC-07 a chunk in the middle has its full length, and the last at most that', async () => {
  const places = [
    [{ number: 0, last: false }, chunkLength - 1],
    [{ number: 0, last: true }, chunkLength + 1],
    [{ number: -1, last: true }, 1],
    [{ number: 2 ** 32, last: true }, 1],
    [{ number: 0.5, last: true }, 1],
  ] as const
  for (const [place, length] of places)
    await expect(sealChunk(file, place, new Uint8Array(length))).rejects.toThrow(failure)
  expect(
    await openChunk(
      file,
      { number: 0, last: true },
      await sealChunk(file, { number: 0, last: true }, new Uint8Array(0)),
    ),
  ).toEqual(new Uint8Array(0))
})
