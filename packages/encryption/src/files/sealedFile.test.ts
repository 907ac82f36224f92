import { chunkLength, sealedChunkLength, toSealedLength } from '@nestmark/core/sealedFile'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { joinBytes } from '@nestmark/core/joinBytes'
import { type Bytes, randomBytes, toBase64url } from '../bytes.ts'
import { EncryptionError } from '../encryptionError.ts'
import type { FileSeal } from './fileChunks.ts'
import { openRange, sealRange, toSealedRange } from './fileRange.ts'
import { formatSealedFile, newFileKey, parseSealedFile, type SealedFile, toFileSeal } from './sealedFile.ts'

const failure = new EncryptionError()
const described: SealedFile = {
  ...newFileKey(),
  uploadId: 'upl0ad',
  name: 'Séance 🎬.webm',
  type: 'video/webm',
  size: 3_000_000,
  width: 640,
  height: 360,
  duration: 12_500,
  peaks: [0, 128, 255],
}

let seal: FileSeal
let plain: Bytes
let sealed: Bytes

beforeAll(async () => {
  seal = await toFileSeal(described, described.uploadId)
  plain = joinBytes([...Array.from({ length: 46 }, () => randomBytes(65_536)), randomBytes(77)])
  sealed = await sealAll(plain)
})

async function sealAll(bytes: Bytes): Promise<Bytes> {
  const chunks: Bytes[] = []
  const to = toSealedLength(bytes.length)
  for await (const chunk of sealRange(seal, bytes.length, { from: 0, to }, async (from, end) =>
    bytes.slice(from, end),
  ))
    chunks.push(chunk)
  return joinBytes(chunks)
}

async function* inPieces(bytes: Uint8Array, length: number) {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length)
}

async function open(bytes: Uint8Array, first: number, last: number, pieces = 65_537): Promise<Bytes> {
  const range = toSealedRange({ first, last }, plain.length)
  const found: Bytes[] = []
  const arriving = inPieces(bytes.subarray(range.first, range.last + 1), pieces)
  for await (const part of openRange(seal, plain.length, { first, last }, arriving)) found.push(part)
  return joinBytes(found)
}

test('ENC-07 every range of an encrypted file opens to the bytes of the file', async () => {
  expect(sealed.length).toBe(toSealedLength(plain.length))
  const last = plain.length - 1
  const edges = [0, 1, chunkLength - 1, chunkLength, chunkLength + 1, 2 * chunkLength, last]
  for (const from of edges)
    for (const to of edges)
      if (to >= from)
        expect(
          Buffer.compare(await open(sealed, from, to), plain.slice(from, to + 1)),
          `${from} to ${to}`,
        ).toBe(0)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(last),
      fc.nat(last),
      fc.integer({ min: 1000, max: 3_000_000 }),
      async (a, b, pieces) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        expect(Buffer.compare(await open(sealed, from, to, pieces), plain.slice(from, to + 1))).toBe(0)
      },
    ),
    { numRuns: 30 },
  )
})

test('ENC-07 encrypts a part again to the same bytes', async () => {
  const again: Bytes[] = []
  const from = sealedChunkLength
  for await (const chunk of sealRange(seal, plain.length, { from, to: sealed.length }, async (a, b) =>
    plain.slice(a, b),
  ))
    again.push(chunk)
  expect(Buffer.compare(joinBytes(again), sealed.slice(from))).toBe(0)
})

test('E05 rejects a file that was cut off, extended, reordered or changed', async () => {
  const whole = [0, plain.length - 1] as const
  const flipped = sealed.slice()
  flipped[chunkLength * 2]! ^= 1
  const swapped = joinBytes([
    sealed.slice(sealedChunkLength, 2 * sealedChunkLength),
    sealed.slice(0, sealedChunkLength),
    sealed.slice(2 * sealedChunkLength),
  ])
  for (const changed of [sealed.slice(0, -1), sealed.slice(0, 2 * sealedChunkLength), flipped, swapped])
    await expect(open(changed, ...whole)).rejects.toThrow(failure)
  await expect(open(new Uint8Array(0), ...whole)).rejects.toThrow(failure)
})

test('ENC-07 restores the description of a file from its text', () => {
  expect(parseSealedFile(formatSealedFile(described))).toEqual(described)
  const unknown = { ...described, width: null, height: null, duration: null, peaks: null }
  expect(parseSealedFile(formatSealedFile(unknown))).toEqual(unknown)
})

test('X01 E05 rejects a malformed description, and checks its measures and name', () => {
  const text = JSON.parse(formatSealedFile(described)) as Record<string, unknown>
  const parse = (change: object) => parseSealedFile(JSON.stringify({ ...text, ...change }))
  for (const change of [
    { v: 2 },
    { key: 5 },
    { type: 'text/html' },
    { type: 'image/svg+xml' },
    { size: -1 },
    { size: 1.5 },
    { uploadId: 'a|b' },
  ])
    expect(() => parse(change), JSON.stringify(change)).toThrow(failure)
  for (const malformed of ['', 'null', '[]', '5', '{'])
    expect(() => parseSealedFile(malformed), malformed).toThrow(failure)
  expect(parse({ width: 'x', height: -3, duration: null, peaks: [1, 256] })).toMatchObject({
    width: null,
    height: null,
    duration: null,
    peaks: null,
  })
  expect(parse({ name: '../../etc/\u202egpj.exe\u0000' }).name).toBe('gpj.exe')
})

test('E05 a key of another length opens nothing', async () => {
  const short = JSON.parse(formatSealedFile(described)) as object
  const parsed = parseSealedFile(JSON.stringify({ ...short, key: toBase64url(randomBytes(16)) }))
  await expect(toFileSeal(parsed, parsed.uploadId)).rejects.toThrow(failure)
})
