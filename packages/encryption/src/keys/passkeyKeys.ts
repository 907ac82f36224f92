import { fromBase64url, randomBytes, toBase64url, toUtf8, type Bytes } from '../bytes.ts'
import { checkIds } from './collectionKey.ts'
import { check } from '../encryptionError.ts'
import { decryptWith, deriveBytes, encryptWith, ivLength, toAesKey } from '../gcm.ts'
import { canonicalJson, checkRecords, type KeyRecord, readRecords } from './keyRecord.ts'

/** The input of the PRF extension of WebAuthn: the same for every passkey. */
export const prfInput: Bytes = toUtf8('nestmark nm1 keys')
/** Length of the output of the PRF extension, in bytes. */
const prfLength = 32
const saltLength = 16

/** The most characters of keys that are wrapped for a passkey. */
const maxPasskeyKeysLength = 1_500_000

/** The passkey that opens the keys, by the id of its credential, and its person. */
export interface PasskeyPlace {
  personId: string
  credentialId: string
}

/** Encrypts keys with the output of a passkey's PRF extension, a secret that never leaves the authenticator. */
export async function wrapForPasskey(
  records: readonly KeyRecord[],
  prfOutput: Bytes,
  place: PasskeyPlace,
): Promise<string> {
  const salt = randomBytes(saltLength)
  const key = await derivePasskeyKey(prfOutput, salt)
  const iv = randomBytes(ivLength)
  const plain = toUtf8(canonicalJson(await checkRecords([...records])))
  const sealed = await encryptWith(key, iv, plain, boundTo(place))
  return `nm1p.${toBase64url(salt)}.${toBase64url(iv)}.${toBase64url(sealed)}`
}

/** Opens the keys that were encrypted for a passkey. @throws EncryptionError when it is another passkey or person */
export async function openWithPasskey(
  wrapped: string,
  prfOutput: Bytes,
  place: PasskeyPlace,
): Promise<KeyRecord[]> {
  check(wrapped.length <= maxPasskeyKeysLength)
  const [prefix, salt, iv, sealed, ...more] = wrapped.split('.')
  check(prefix === 'nm1p' && more.length === 0)
  check(salt?.length === 22 && iv?.length === 16 && sealed !== undefined)
  const key = await derivePasskeyKey(prfOutput, fromBase64url(salt))
  const plain = await decryptWith(key, fromBase64url(iv), fromBase64url(sealed), boundTo(place))
  return readRecords(plain)
}

async function derivePasskeyKey(prfOutput: Bytes, salt: Bytes): Promise<CryptoKey> {
  check(prfOutput.length === prfLength)
  return toAesKey(await deriveBytes(prfOutput, 'nm1/passkey', { salt }))
}

function boundTo({ personId, credentialId }: PasskeyPlace): string {
  checkIds(personId)
  check(/^[A-Za-z0-9_-]{1,1400}$/.test(credentialId))
  return `nm1|passkey|${personId}|${credentialId}`
}
