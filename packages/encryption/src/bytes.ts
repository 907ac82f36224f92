import { check, fail } from './encryptionError.ts'

/** Bytes in an unshared buffer, as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const codes = Uint8Array.from(alphabet, character => character.charCodeAt(0))
const values = new Uint8Array(128).fill(255)
codes.forEach((code, value) => (values[code] = value))

const encoder = new TextEncoder()
/** Keeps a byte order mark at the beginning, because it is part of the text. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns random bytes from the system's secure source. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}

/**
 * Returns the UTF-8 bytes of a text.
 * @throws EncryptionError when it is not well-formed Unicode: a lone surrogate has no UTF-8 form and would be lost
 */
export function toUtf8(text: string): Bytes {
  check(text.isWellFormed())
  return encoder.encode(text)
}

/** Returns the text of UTF-8 bytes. @throws EncryptionError when they are not UTF-8 */
export function fromUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    return fail()
  }
}

/** Returns whether two byte strings are equal. The time that it takes does not depend on where they differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}

/** Returns bytes in base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil((bytes.length * 4) / 3))
  let at = 0
  for (let from = 0; from < bytes.length; from += 3) {
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    for (let shift = 18; shift >= 0 && at < text.length; shift -= 6) {
      text[at++] = codes[(three >> shift) & 63] ?? 0
    }
  }
  return decoder.decode(text)
}

/**
 * Returns the bytes of a base64url text without padding. Only the one canonical form of the bytes is accepted:
 * otherwise a changed text could represent the same bytes.
 * @throws EncryptionError for any other text
 */
export function fromBase64url(text: string): Bytes {
  check(text.length % 4 !== 1)
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let at = 0
  let bits = 0
  let waiting = 0
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] ?? 255
    check(value < 64)
    waiting = (waiting << 6) | value
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = waiting >> bits
      waiting &= (1 << bits) - 1
    }
  }
  check(waiting === 0)
  return bytes
}
