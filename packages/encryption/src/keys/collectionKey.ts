import { type Bytes, fromBase64url, randomBytes, toBase64url } from '../bytes.ts'
import { check } from '../encryptionError.ts'
import { deriveBytes, keyLength, toAesKey } from '../gcm.ts'

/** A key that can encrypt and decrypt. The page cannot read the bytes of the key out of it. */
export interface CollectionKey {
  /** The key's id: 16 bytes derived from the key, in base64url. */
  kid: string
  aes: CryptoKey
}

/** Matches the id of a key. */
const keyId = /^[A-Za-z0-9_-]{22}$/

/** Matches the ids of links, collections, people and uploads. They contain no `|`, which separates them in bound data. */
const anId = /^[A-Za-z0-9_-]{1,64}$/

/** Throws unless all texts are ids that can be bound to a ciphertext. */
export function checkIds(...ids: readonly string[]): void {
  for (const id of ids) check(anId.test(id))
}

export function isKeyId(text: string): boolean {
  return keyId.test(text)
}

/** Returns a new collection key: 32 random bytes. */
export function generateKey(): Bytes {
  return randomBytes(keyLength)
}

/** Returns the id of a key. It reveals nothing about the key, and no other key has it. */
export async function keyIdOf(raw: Bytes): Promise<string> {
  check(raw.length === keyLength)
  return toBase64url(await deriveBytes(raw, 'nm1/kid', { length: 16 }))
}

/** Returns a usable key from its bytes. @throws EncryptionError when they are not 32 */
export async function openKey(raw: Bytes): Promise<CollectionKey> {
  const [kid, aes] = await Promise.all([keyIdOf(raw), toAesKey(raw)])
  return { kid, aes }
}

/** Returns the bytes of a key as it is saved in the browser and in key files: in base64url. */
export function readKey(text: string): Bytes {
  check(text.length === 43)
  return fromBase64url(text)
}
