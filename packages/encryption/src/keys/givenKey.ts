import { joinBytes } from '@nestmark/core/joinBytes'
import { fromBase64url, randomBytes, toBase64url } from '../bytes.ts'
import { checkIds, openKey } from './collectionKey.ts'
import { check, failingClosed } from '../encryptionError.ts'
import { decryptWith, deriveBytes, encryptWith, ivLength, keyLength, toAesKey } from '../gcm.ts'
import { exchange, importPublicKey, type KeyPair, readPublicKey } from './keyPair.ts'
import type { RawKey } from '../secrets/validationValue.ts'

/** Who gives the key of which collection to whom. */
export interface Giving {
  collectionId: string
  giver: { id: string; publicKey: string }
  recipient: { id: string; publicKey: string }
}

/**
 * Encrypts a collection's key for a member. Two exchanges are combined: of a new key pair with the recipient's public
 * key, and of the giver's own key pair with it. So only the recipient opens it, and only the giver can have made it: the
 * server cannot give a member another key. Both people must have compared `pairFingerprint` before.
 */
export async function giveKey(key: RawKey, pair: KeyPair, giving: Giving): Promise<string> {
  check(pair.publicKey === giving.giver.publicKey)
  const recipient = await importPublicKey(giving.recipient.publicKey)
  const once = await failingClosed(() => crypto.subtle.generateKey('X25519', true, ['deriveBits']))
  check('publicKey' in once)
  const oncePublic = toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', once.publicKey)))
  const secrets = await Promise.all([
    exchange(once.privateKey, recipient),
    exchange(pair.privateKey, recipient),
  ])
  const wrapKey = await deriveWrapKey(secrets, oncePublic, giving)
  const iv = randomBytes(ivLength)
  const sealed = await encryptWith(wrapKey, iv, key.raw, boundTo(key.kid, giving))
  return `nm1g.${key.kid}.${oncePublic}.${toBase64url(iv)}.${toBase64url(sealed)}`
}

/**
 * Opens a key that a person was given.
 * @throws EncryptionError when it was made for another person, collection or key, or by another giver
 */
export async function openGivenKey(given: string, pair: KeyPair, giving: Giving): Promise<RawKey> {
  check(given.length <= 300 && pair.publicKey === giving.recipient.publicKey)
  const [prefix, kid, oncePublic, iv, sealed, ...more] = given.split('.')
  check(prefix === 'nm1g' && more.length === 0 && kid !== undefined && oncePublic !== undefined)
  check(iv?.length === 16 && sealed?.length === 64)
  const secrets = await Promise.all([
    exchange(pair.privateKey, await importPublicKey(oncePublic)),
    exchange(pair.privateKey, await importPublicKey(giving.giver.publicKey)),
  ])
  const wrapKey = await deriveWrapKey(secrets, oncePublic, giving)
  const raw = await decryptWith(wrapKey, fromBase64url(iv), fromBase64url(sealed), boundTo(kid, giving))
  check(raw.length === keyLength)
  const key = { ...(await openKey(raw)), raw }
  check(key.kid === kid)
  return key
}

async function deriveWrapKey(
  secrets: readonly Uint8Array[],
  oncePublic: string,
  { giver, recipient }: Giving,
): Promise<CryptoKey> {
  const info = `nm1/give|${oncePublic}|${giver.publicKey}|${recipient.publicKey}`
  readPublicKey(giver.publicKey)
  return toAesKey(await deriveBytes(joinBytes(secrets), info))
}

function boundTo(kid: string, { collectionId, giver, recipient }: Giving): string {
  checkIds(collectionId, giver.id, recipient.id)
  return `nm1|give|${collectionId}|${kid}|${giver.id}|${recipient.id}`
}
