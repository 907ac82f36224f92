import type { Bytes } from './bytes.ts'
import { check } from './encryptionError.ts'

/** The length of a plaintext is rounded up to a multiple of this many bytes, so that it discloses less. */
const paddingBlock = 64

const mark = 0x80

/** Appends 0x80 and zeros up to the next multiple of 64 bytes (ISO/IEC 7816-4); at least one byte. */
export function pad(bytes: Uint8Array): Bytes {
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / paddingBlock) * paddingBlock)
  padded.set(bytes)
  padded[bytes.length] = mark
  return padded
}

/** Reverses `pad`. @throws EncryptionError when the padding is not exactly what `pad` appends */
export function removePadding(padded: Bytes): Bytes {
  check(padded.length > 0 && padded.length % paddingBlock === 0)
  const end = padded.lastIndexOf(mark)
  check(end >= padded.length - paddingBlock)
  check(padded.subarray(end + 1).every(byte => byte === 0))
  return padded.slice(0, end)
}
