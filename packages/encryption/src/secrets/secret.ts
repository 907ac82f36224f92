import { type Bytes, fromBase64url, randomBytes, toBase64url } from '../bytes.ts'
import { check, failingClosed } from '../encryptionError.ts'
import { keyLength, toAesKey } from '../gcm.ts'

/** How a key is derived from a secret. It is stored next to what the key encrypts. */
export interface SecretHeader {
  v: 1
  kdf: 'pbkdf2-sha256'
  /** Iterations. */
  iter: number
  /** In base64url. */
  salt: string
}

/** The fewest characters of a secret (1-core 5). Fewer than 60 bits by `estimateBits` deserve a warning. */
export const minSecretLength = 8
/** The most characters. It bounds the work of the first hash. */
export const maxSecretLength = 1024

/** The number of iterations of new secrets: what OWASP recommends. A server cannot ask for fewer. */
export const iterations = 600_000
/** More would block the browser: a malicious server could ask for them. */
const maxIterations = 10_000_000
const minSaltLength = 16
const maxSaltLength = 64

/** Returns the header of a new secret, with a new salt. */
export function newSecretHeader(): SecretHeader {
  return { v: 1, kdf: 'pbkdf2-sha256', iter: iterations, salt: toBase64url(randomBytes(minSaltLength)) }
}

/**
 * Derives the key that wraps other keys from a secret, by PBKDF2-HMAC-SHA-256 over its NFKC form. It takes about half a
 * second, so the page calls it in a worker.
 * @throws EncryptionError for a header outside the limits: a malicious server could ask for a weak derivation
 */
export async function deriveSecretKey(secret: string, header: SecretHeader): Promise<CryptoKey> {
  return toAesKey(await deriveSecretBytes(secret, header))
}

/** Derives the bytes of that key; for test vectors. */
export async function deriveSecretBytes(secret: string, header: SecretHeader): Promise<Bytes> {
  const salt = checkHeader(header)
  check(secret.length > 0 && secret.length <= maxSecretLength && secret.isWellFormed())
  return stretch(new TextEncoder().encode(secret.normalize('NFKC')), salt, header.iter)
}

/** Derives 32 bytes by PBKDF2-HMAC-SHA-256. */
export async function stretch(material: Bytes, salt: Bytes, times: number): Promise<Bytes> {
  return failingClosed(async () => {
    const base = await crypto.subtle.importKey('raw', material, 'PBKDF2', false, ['deriveBits'])
    const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: times }
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, base, keyLength * 8))
  })
}

/** Returns the salt of a header. @throws EncryptionError when anything in the header is unknown or outside the limits */
export function checkHeader({ v, kdf, iter, salt }: SecretHeader): Bytes {
  check(v === 1 && kdf === 'pbkdf2-sha256')
  check(Number.isInteger(iter) && iter >= iterations && iter <= maxIterations)
  check(typeof salt === 'string' && salt.length <= 100)
  const bytes = fromBase64url(salt)
  check(bytes.length >= minSaltLength && bytes.length <= maxSaltLength)
  return bytes
}
