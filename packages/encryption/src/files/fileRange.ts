import { chunkLength, countChunks, sealedChunkLength, toSealedLength } from '@nestmark/core/sealedFile'
import { joinBytes } from '@nestmark/core/joinBytes'
import type { Bytes } from '../bytes.ts'
import { check } from '../encryptionError.ts'
import { type FileSeal, openChunk, sealChunk } from './fileChunks.ts'

/** The positions of the first and the last byte of a part of a file. */
export interface ByteRange {
  first: number
  last: number
}

/** Returns the encrypted bytes that have to be read for a part of a file: complete chunks. */
export function toSealedRange({ first, last }: ByteRange, size: number): ByteRange {
  return {
    first: toNumber(first) * sealedChunkLength,
    last: Math.min((toNumber(last) + 1) * sealedChunkLength, toSealedLength(size)) - 1,
  }
}

/**
 * Encrypts a part of a file, in chunks.
 * @param from where it begins, in encrypted bytes: at a chunk
 * @param read returns bytes of the file, in bytes from the first to before the second position
 */
export async function* sealRange(
  file: FileSeal,
  size: number,
  { from, to }: { from: number; to: number },
  read: (from: number, to: number) => Promise<Bytes>,
): AsyncGenerator<Bytes> {
  check(from % sealedChunkLength === 0)
  const end = countChunks(size)
  for (let number = from / sealedChunkLength; number * sealedChunkLength < to; number++) {
    const begin = number * chunkLength
    const plain = await read(begin, Math.min(begin + chunkLength, size))
    yield await sealChunk(file, { number, last: number === end - 1 }, plain)
  }
}

/**
 * Decrypts a part of a file while its bytes arrive.
 * @param size of the entire file in plain text, in bytes
 * @param sealed the bytes of `toSealedRange`, in pieces of any length
 * @throws EncryptionError when they were changed, end too early, or belong to another place or file
 */
export async function* openRange(
  file: FileSeal,
  size: number,
  range: ByteRange,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Bytes> {
  const end = countChunks(size)
  let number = toNumber(range.first)
  for await (const chunk of splitChunks(sealed)) {
    const plain = await openChunk(file, { number, last: number === end - 1 }, chunk)
    const begin = number * chunkLength
    yield plain.slice(Math.max(0, range.first - begin), range.last + 1 - begin)
    number++
  }
  check(number > toNumber(range.last))
}

const toNumber = (position: number): number => Math.floor(position / chunkLength)

/** Joins pieces to complete chunks; the last one may be shorter. */
async function* splitChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Bytes> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    length += piece.length
    if (length < sealedChunkLength) continue
    const joined = joinBytes(waiting)
    let from = 0
    for (; length - from >= sealedChunkLength; from += sealedChunkLength)
      yield joined.slice(from, from + sealedChunkLength)
    waiting = [joined.slice(from)]
    length -= from
  }
  if (length > 0) yield joinBytes(waiting)
}
