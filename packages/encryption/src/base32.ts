import type { Bytes } from './bytes.ts'
import { check } from './encryptionError.ts'

/** Crockford's alphabet: no I, L, O and U, so that a written key is read without doubt. */
export const base32Alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns bytes in base32; the last character is filled with zero bits. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let waiting = 0
  for (const byte of bytes) {
    waiting = (waiting << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += base32Alphabet.charAt((waiting >> bits) & 31)
    }
    waiting &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + base32Alphabet.charAt((waiting << (5 - bits)) & 31)
}

/** Returns base32 as it is written, from what people type: any case, O for 0, I and L for 1, with spaces and hyphens. */
export const toWrittenBase32 = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Reads base32 as people type it. @throws EncryptionError */
export function fromBase32(text: string): Bytes {
  const typed = toWrittenBase32(text)
  const bytes: number[] = []
  let bits = 0
  let waiting = 0
  for (const character of typed) {
    const value = base32Alphabet.indexOf(character)
    check(value >= 0)
    waiting = (waiting << 5) | value
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push(waiting >> bits)
      waiting &= (1 << bits) - 1
    }
  }
  check(waiting === 0 && bits < 5)
  return Uint8Array.from(bytes)
}
