import { fromBase64url, randomBytes, toBase64url, toUtf8 } from '../bytes.ts'
import { check } from '../encryptionError.ts'
import { decryptWith, encryptWith, ivLength } from '../gcm.ts'
import { parseJson, readHeader, writeHeader } from '../files/headerText.ts'
import { canonicalJson, checkRecords, type KeyRecord, readRecords, recordsChecksum } from './keyRecord.ts'
import { deriveSecretKey, minSecretLength, newSecretHeader, type SecretHeader } from '../secrets/secret.ts'

/** The most characters of a key file. */
export const maxKeyFileLength = 2_000_000

const type = 'nestmark-keys'
const bound = 'nm1|keys'
const secretExample = { v: 1, kdf: '', iter: 0, salt: '' }

/**
 * Returns the text of a key file. Without a passphrase it contains the keys in plain text: everyone who has it can read
 * everything.
 * @param created the time as ISO 8601
 * @throws EncryptionError when a record is malformed, or the passphrase has fewer than 8 characters
 */
export async function writeKeyFile(
  records: readonly KeyRecord[],
  { created, passphrase }: { created: string; passphrase?: string },
): Promise<string> {
  const keys = await checkRecords([...records])
  if (passphrase === undefined)
    return JSON.stringify({ type, v: 1, created, keys, check: await recordsChecksum(keys) }, null, 2)
  check(passphrase.length >= minSecretLength)
  const header = newSecretHeader()
  const key = await deriveSecretKey(passphrase, header)
  const iv = randomBytes(ivLength)
  const sealed = await encryptWith(key, iv, toUtf8(canonicalJson(keys)), bound)
  const wrapped = `nm1f.${writeHeader({ ...header })}.${toBase64url(iv)}.${toBase64url(sealed)}`
  return JSON.stringify({ type, v: 2, created, wrapped }, null, 2)
}

/**
 * Reads the keys of a file.
 * @throws EncryptionError when it is no key file, is damaged, or the passphrase is wrong or missing
 */
export async function readKeyFile(text: string, passphrase?: string): Promise<KeyRecord[]> {
  const file = readFile(text)
  if (file.v === 2) {
    check(passphrase !== undefined)
    return openWrapped(file.wrapped, passphrase)
  }
  const keys = await checkRecords(file.keys)
  check(file.check === (await recordsChecksum(keys)))
  return keys
}

async function openWrapped(wrapped: unknown, passphrase: string): Promise<KeyRecord[]> {
  check(typeof wrapped === 'string')
  const [prefix, headerText, iv, sealed, ...more] = wrapped.split('.')
  check(prefix === 'nm1f' && more.length === 0)
  check(headerText !== undefined && iv !== undefined && sealed !== undefined && iv.length === 16)
  const key = await deriveSecretKey(passphrase, readHeader(headerText, secretExample) as SecretHeader)
  const plain = await decryptWith(key, fromBase64url(iv), fromBase64url(sealed), bound)
  return readRecords(plain)
}

function readFile(text: string): { v: 1 | 2; keys?: unknown; check?: unknown; wrapped?: unknown } {
  check(text.length <= maxKeyFileLength)
  const file = parseJson(text.replace(/^\uFEFF/, ''))
  check(typeof file === 'object' && file !== null)
  const { type: kind, v, keys, check: checksum, wrapped } = file as Record<string, unknown>
  check(kind === type && (v === 1 || v === 2))
  return { v, keys, check: checksum, wrapped }
}
