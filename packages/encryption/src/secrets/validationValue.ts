import { isValidationValue } from '@nestmark/core/encryptedText'
import { type Bytes, fromBase64url, fromUtf8, randomBytes, toBase64url, toUtf8 } from '../bytes.ts'
import { checkIds, type CollectionKey, isKeyId, openKey } from '../keys/collectionKey.ts'
import { check, fail } from '../encryptionError.ts'
import { decryptWith, encryptWith, ivLength, keyLength, unwrap, wrap } from '../gcm.ts'
import { readHeader, writeHeader } from '../files/headerText.ts'
import { deriveSecretKey, minSecretLength, newSecretHeader, type SecretHeader } from './secret.ts'

/** A key with its bytes, which only key files, the browser's saved keys and wraps need. */
export interface RawKey extends CollectionKey {
  raw: Bytes
}

interface ValidationHeader extends SecretHeader {
  /** The collection key, encrypted by the key of the secret. */
  wk: string
  kid: string
}

const example = { v: 1, kdf: '', iter: 0, salt: '', wk: '', kid: '' }

/**
 * Makes the validation value (`enc_id`) of a collection: the collection key wrapped by the secret, and the collection's
 * id encrypted by the key. It takes about half a second, for the secret.
 * @throws EncryptionError when the secret has fewer than 8 characters
 */
export async function makeValidationValue(
  key: RawKey,
  { collectionId, secret }: { collectionId: string; secret: string },
): Promise<string> {
  const values = await makeValidationValues(key, { collectionIds: [collectionId], secret })
  return values.get(collectionId) ?? fail()
}

/** Makes the validation values of collections that share a key and a secret, such as a tree. The secret is derived once. */
export async function makeValidationValues(
  key: RawKey,
  { collectionIds, secret }: { collectionIds: readonly string[]; secret: string },
): Promise<Map<string, string>> {
  checkIds(...collectionIds)
  check(secret.length >= minSecretLength)
  const header = newSecretHeader()
  const secretKey = await deriveSecretKey(secret, header)
  const values = new Map<string, string>()
  for (const collectionId of collectionIds) {
    const wk = toBase64url(await wrap(secretKey, key.raw, boundToWrap(collectionId)))
    const place = { collectionId, header: { ...header, wk, kid: key.kid }, iv: randomBytes(ivLength) }
    values.set(collectionId, await composeValidationValue(key, place))
  }
  return values
}

/** Makes a validation value of a given header and IV. Only test vectors need it. */
export async function composeValidationValue(
  key: CollectionKey,
  { collectionId, header, iv }: { collectionId: string; header: ValidationHeader; iv: Bytes },
): Promise<string> {
  const sealed = await encryptWith(key.aes, iv, toUtf8(collectionId), boundToValue(key.kid, collectionId))
  return `nm1v.${writeHeader({ ...header })}.${toBase64url(iv)}.${toBase64url(sealed)}`
}

/**
 * Opens a collection's key by its secret.
 * @throws EncryptionError when the secret is wrong, or the value is not the one of this collection
 */
export async function openBySecret(value: string, collectionId: string, secret: string): Promise<RawKey> {
  const { header } = parse(value)
  const secretKey = await deriveSecretKey(secret, header)
  const raw = await unwrap(secretKey, fromBase64url(header.wk), boundToWrap(collectionId))
  const key = { ...(await openKey(raw)), raw }
  check(await opensValidationValue(key, value, collectionId))
  return key
}

/** Returns whether a key is the collection's: whether it decrypts the validation value to the collection's id. */
export async function opensValidationValue(
  key: CollectionKey,
  value: string,
  collectionId: string,
): Promise<boolean> {
  try {
    checkIds(collectionId)
    const { header, iv, sealed } = parse(value)
    if (header.kid !== key.kid) return false
    const plain = await decryptWith(key.aes, iv, sealed, boundToValue(key.kid, collectionId))
    return fromUtf8(plain) === collectionId
  } catch {
    return false
  }
}

/**
 * Returns the validation value for a new secret. The key stays the same, so nothing else needs to be encrypted again.
 * An old validation value together with the old secret still opens the key.
 * @throws EncryptionError when the old secret is wrong
 */
export async function changeSecret(
  value: string,
  { collectionId, from, to }: { collectionId: string; from: string; to: string },
): Promise<string> {
  const key = await openBySecret(value, collectionId, from)
  return makeValidationValue(key, { collectionId, secret: to })
}

/** Returns the id of the key of a validation value, without opening it. @throws EncryptionError when it is none */
export function readKeyId(value: string): string {
  return parse(value).header.kid
}

function parse(value: string) {
  check(isValidationValue(value))
  const [, headerText = '', iv = '', sealed = ''] = value.split('.')
  const header = readHeader(headerText, example) as ValidationHeader
  check(isKeyId(header.kid) && fromBase64url(header.wk).length === ivLength + keyLength + 16)
  return { header, iv: fromBase64url(iv), sealed: fromBase64url(sealed) }
}

const boundToWrap = (collectionId: string) => {
  checkIds(collectionId)
  return `nm1|wrap|${collectionId}`
}

const boundToValue = (kid: string, collectionId: string) => `nm1|${kid}|${collectionId}|enc_id`
