import { chunkLength } from '@nestmark/core/sealedFile'
import { joinBytes } from '@nestmark/core/joinBytes'
import { type Bytes, randomBytes } from '../bytes.ts'
import { checkIds } from '../keys/collectionKey.ts'
import { check } from '../encryptionError.ts'
import { decryptWith, encryptWith, tagLength } from '../gcm.ts'

/** Random bytes at the beginning of every IV of a file; the number of the chunk follows in 4 bytes. */
const prefixLength = 8
const maxChunks = 2 ** 32

/** What all chunks of a file share. The key is of this file only. */
export interface FileSeal {
  key: CryptoKey
  ivPrefix: Bytes
  uploadId: string
}

export interface ChunkPlace {
  /** From 0. */
  number: number
  last: boolean
}

/** Returns the random beginning of the IVs of a new file. */
export function newIvPrefix(): Bytes {
  return randomBytes(prefixLength)
}

/** Encrypts a chunk. Its number, and whether it is the last, are bound to it: none can be moved, repeated or cut off. */
export async function sealChunk(file: FileSeal, place: ChunkPlace, plain: Bytes): Promise<Bytes> {
  checkLength(plain.length, place)
  return encryptWith(file.key, ivOf(file, place), plain, boundTo(file, place))
}

/** Decrypts a chunk. @throws EncryptionError when it was changed, or is another one */
export async function openChunk(file: FileSeal, place: ChunkPlace, sealed: Bytes): Promise<Bytes> {
  checkLength(sealed.length - tagLength, place)
  return decryptWith(file.key, ivOf(file, place), sealed, boundTo(file, place))
}

function checkLength(length: number, { last }: ChunkPlace): void {
  check(length >= 0 && (last ? length <= chunkLength : length === chunkLength))
}

function ivOf({ ivPrefix }: FileSeal, { number }: ChunkPlace): Bytes {
  check(ivPrefix.length === prefixLength)
  check(Number.isInteger(number) && number >= 0 && number < maxChunks)
  const counter = new Uint8Array(4)
  new DataView(counter.buffer).setUint32(0, number)
  return joinBytes([ivPrefix, counter])
}

function boundTo({ uploadId }: FileSeal, { number, last }: ChunkPlace): string {
  checkIds(uploadId)
  return `nm1|chunk|${uploadId}|${number}|${last ? 1 : 0}`
}
