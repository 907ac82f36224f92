import { isMediaType, type MediaType } from '@nestmark/core/media/mediaTypes'
import { type Bytes, fromBase64url, toBase64url } from '../bytes.ts'
import { checkIds, generateKey } from '../keys/collectionKey.ts'
import { check } from '../encryptionError.ts'
import { type FileSeal, newIvPrefix } from './fileChunks.ts'
import { deriveBytes, keyLength, toAesKey } from '../gcm.ts'

/** The key of a file with the beginning of its IVs. It never encrypts other bytes. */
export interface FileKey {
  key: Bytes
  ivPrefix: Bytes
}

/** What is known of an encrypted file. It is encrypted with the key of its collection, in the envelope `sealed`. */
export interface SealedFile extends FileKey {
  /** The upload that its chunks are bound to. */
  uploadId: string
  name: string
  type: MediaType
  /** Of the file in plain text, in bytes. */
  size: number
  /** In pixels, as displayed; null when unknown, as are the following. */
  width: number | null
  height: number | null
  /** In milliseconds. */
  duration: number | null
  /** The heights of a waveform, from 0 to 255. */
  peaks: number[] | null
}

/** The longest texts of an envelope are 4 KiB; a name has at most this many UTF-16 code units. */
const maxName = 255
const maxPeaks = 400

/** Returns a new key for the bytes of one upload. */
export function newFileKey(): FileKey {
  return { key: generateKey(), ivPrefix: newIvPrefix() }
}

/**
 * Returns what encrypts and decrypts the chunks of an upload. Another upload of the same file has another key, so that no IV is
 * used twice.
 * @throws EncryptionError when the key has another length
 */
export async function toFileSeal({ key, ivPrefix }: FileKey, uploadId: string): Promise<FileSeal> {
  checkIds(uploadId)
  check(key.length === keyLength)
  return { key: await toAesKey(await deriveBytes(key, `nm1/file|${uploadId}`)), ivPrefix, uploadId }
}

/** Returns the text of an envelope `sealed`. */
export function formatSealedFile({ key, ivPrefix, name, ...rest }: SealedFile): string {
  return JSON.stringify({
    v: 1,
    key: toBase64url(key),
    ivPrefix: toBase64url(ivPrefix),
    // A name that ends within a character has no UTF-8 form.
    name: name.slice(0, maxName).toWellFormed(),
    ...rest,
  })
}

/**
 * Returns a file from the text of its envelope. Any member with the key may have written it: malformed measures are left out.
 * @throws EncryptionError when the key, the upload, the type or the size is malformed
 */
export function parseSealedFile(text: string): SealedFile {
  const value = readObject(text)
  const { v, key, ivPrefix, uploadId, name, type, size } = value
  check(v === 1 && typeof key === 'string' && typeof ivPrefix === 'string' && typeof uploadId === 'string')
  check(typeof type === 'string' && isMediaType(type))
  check(typeof size === 'number' && Number.isSafeInteger(size) && size >= 0)
  checkIds(uploadId)
  return {
    key: fromBase64url(key),
    ivPrefix: fromBase64url(ivPrefix),
    uploadId,
    name: typeof name === 'string' ? cleanName(name) : '',
    type,
    size,
    width: readMeasure(value.width),
    height: readMeasure(value.height),
    duration: readMeasure(value.duration),
    peaks: readPeaks(value.peaks),
  }
}

/** Returns the last segment of a name, without controls and without marks that change the direction of the text around them. */
function cleanName(name: string): string {
  const segment = name.slice(0, maxName).split(/[\\/]/).at(-1) ?? ''
  return segment.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim()
}

function readObject(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) }
  } catch {
    return {}
  }
}

const readMeasure = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null

function readPeaks(value: unknown): number[] | null {
  const isHeight = (height: unknown) =>
    Number.isInteger(height) && Number(height) >= 0 && Number(height) <= 255
  return Array.isArray(value) && value.length > 0 && value.length <= maxPeaks && value.every(isHeight)
    ? (value as number[])
    : null
}
