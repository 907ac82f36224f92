import { type Bytes, equalBytes, fromBase64url, randomBytes, toBase64url } from '../bytes.ts'
import { checkIds } from './collectionKey.ts'
import { check, failingClosed } from '../encryptionError.ts'
import { decryptWith, encryptWith, ivLength } from '../gcm.ts'
import { readHeader, writeHeader } from '../files/headerText.ts'
import { deriveSecretKey, minSecretLength, newSecretHeader, type SecretHeader } from '../secrets/secret.ts'

/** A person's key pair for receiving and giving collection keys (X25519). */
export interface KeyPair {
  /** The public half: 32 bytes in base64url. */
  publicKey: string
  privateKey: CryptoKey
}

/** Length of the private half in PKCS #8, in bytes. */
const privateLength = 48

const example = { v: 1, kdf: '', iter: 0, salt: '', pub: '' }

/** Returns whether this browser has X25519; some of the browsers that can encrypt do not. */
export async function supportsKeyPairs(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey('X25519', false, ['deriveBits'])
    return true
  } catch {
    return false
  }
}

/**
 * Makes a key pair. The private half is wrapped by a passphrase, so that the server can store it for the person's other
 * browsers. It takes about half a second.
 * @throws EncryptionError when the passphrase has fewer than 8 characters
 */
export async function makeKeyPair(
  personId: string,
  passphrase: string,
): Promise<{ publicKey: string; wrappedPrivateKey: string }> {
  check(passphrase.length >= minSecretLength)
  const pair = await failingClosed(() => crypto.subtle.generateKey('X25519', true, ['deriveBits']))
  check('publicKey' in pair)
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const publicKey = toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  const header = newSecretHeader()
  const key = await deriveSecretKey(passphrase, header)
  const iv = randomBytes(ivLength)
  const sealed = await encryptWith(key, iv, pkcs8, boundTo(personId, publicKey))
  const headerText = writeHeader({ ...header, pub: publicKey })
  return { publicKey, wrappedPrivateKey: `nm1k.${headerText}.${toBase64url(iv)}.${toBase64url(sealed)}` }
}

/**
 * Opens the private half of a person's key pair.
 * @throws EncryptionError when the passphrase is wrong, or the halves do not belong together
 */
export async function openKeyPair(wrapped: string, personId: string, passphrase: string): Promise<KeyPair> {
  check(wrapped.length <= 2000)
  const [prefix, headerText, iv, sealed, ...more] = wrapped.split('.')
  check(prefix === 'nm1k' && more.length === 0)
  check(headerText !== undefined && iv?.length === 16 && sealed !== undefined)
  const header = readHeader(headerText, example) as SecretHeader & { pub: string }
  readPublicKey(header.pub)
  const key = await deriveSecretKey(passphrase, header)
  const pkcs8 = await decryptWith(
    key,
    fromBase64url(iv),
    fromBase64url(sealed),
    boundTo(personId, header.pub),
  )
  check(pkcs8.length === privateLength)
  return importKeyPair(pkcs8, header.pub)
}

/** Imports both halves. @throws EncryptionError when they do not belong together: an exchange gives different secrets */
async function importKeyPair(pkcs8: Bytes, publicKey: string): Promise<KeyPair> {
  return failingClosed(async () => {
    const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'X25519', false, ['deriveBits'])
    const probe = await crypto.subtle.generateKey('X25519', false, ['deriveBits'])
    check('publicKey' in probe)
    const [ours, theirs] = await Promise.all([
      exchange(privateKey, probe.publicKey),
      exchange(probe.privateKey, await importPublicKey(publicKey)),
    ])
    check(equalBytes(ours, theirs))
    return { publicKey, privateKey }
  })
}

/** Returns the shared secret of a private and a public key. Rejects public keys of small order. */
export async function exchange(privateKey: CryptoKey, publicKey: CryptoKey): Promise<Bytes> {
  return failingClosed(async () => {
    const parameters = { name: 'X25519', public: publicKey }
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, privateKey, 256))
  })
}

export async function importPublicKey(publicKey: string): Promise<CryptoKey> {
  const bytes = readPublicKey(publicKey)
  return failingClosed(() => crypto.subtle.importKey('raw', bytes, 'X25519', true, []))
}

/** Returns the bytes of a public key. @throws EncryptionError when they are not 32 */
export function readPublicKey(publicKey: string): Bytes {
  check(publicKey.length === 43)
  return fromBase64url(publicKey)
}

function boundTo(personId: string, publicKey: string): string {
  checkIds(personId)
  return `nm1|pair|${personId}|${publicKey}`
}
