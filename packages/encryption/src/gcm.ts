import { joinBytes } from '@nestmark/core/joinBytes'
import { type Bytes, randomBytes, toUtf8 } from './bytes.ts'
import { check, failingClosed } from './encryptionError.ts'

/** Lengths in bytes. */
export const ivLength = 12
export const tagLength = 16
export const keyLength = 32

/** Returns a handle of an AES-256-GCM key. The page cannot read the bytes of the key out of it. */
export async function toAesKey(raw: Bytes): Promise<CryptoKey> {
  check(raw.length === keyLength)
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Encrypts with the given IV, which must never be used twice with one key. @returns the ciphertext and its tag */
export async function encryptWith(key: CryptoKey, iv: Bytes, plain: Bytes, bound: string): Promise<Bytes> {
  const parameters = { name: 'AES-GCM', iv, additionalData: toUtf8(bound) }
  return new Uint8Array(await crypto.subtle.encrypt(parameters, key, plain))
}

/** Decrypts, and checks that the bytes are unchanged and belong to `bound`. @throws EncryptionError otherwise */
export async function decryptWith(key: CryptoKey, iv: Bytes, sealed: Bytes, bound: string): Promise<Bytes> {
  const parameters = { name: 'AES-GCM', iv, additionalData: toUtf8(bound) }
  return failingClosed(async () => new Uint8Array(await crypto.subtle.decrypt(parameters, key, sealed)))
}

/** Encrypts with a new random IV. @returns the IV, the ciphertext and its tag in one */
export async function wrap(key: CryptoKey, plain: Bytes, bound: string): Promise<Bytes> {
  const iv = randomBytes(ivLength)
  return joinBytes([iv, await encryptWith(key, iv, plain, bound)])
}

/** Reverses `wrap`. @throws EncryptionError when the key is another, or something was changed */
export async function unwrap(key: CryptoKey, wrapped: Bytes, bound: string): Promise<Bytes> {
  check(wrapped.length >= ivLength + tagLength)
  return decryptWith(key, wrapped.slice(0, ivLength), wrapped.slice(ivLength), bound)
}

/** Derives bytes from key material by HKDF-SHA-256. */
export async function deriveBytes(
  material: Bytes,
  info: string,
  { salt = new Uint8Array(0), length = keyLength }: { salt?: Bytes; length?: number } = {},
): Promise<Bytes> {
  const base = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info: toUtf8(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, base, length * 8))
}
