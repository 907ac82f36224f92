import { fromUtf8, toBase64url, toUtf8 } from '../bytes.ts'
import { checkIds, isKeyId, keyIdOf, readKey } from './collectionKey.ts'
import { check } from '../encryptionError.ts'
import { parseJson } from '../files/headerText.ts'

/** A key as the browser saves it and as key files contain it. */
export interface KeyRecord {
  /** The id of its collection. */
  parent: string
  /** The name of the key. */
  label: string
  kid: string
  /** The bytes of the key in base64url; never the typed secret. */
  key: string
  v: 1
}

/** The most characters of a key's name. */
export const maxLabelLength = 100
/** The most keys of a file. */
const maxKeys = 5000

/** Returns the record of a key. @throws EncryptionError when the name is empty or too long */
export async function toKeyRecord(
  raw: Uint8Array<ArrayBuffer>,
  { collectionId, label }: { collectionId: string; label: string },
): Promise<KeyRecord> {
  return checkRecord({
    parent: collectionId,
    label,
    kid: await keyIdOf(raw),
    key: toBase64url(raw),
    v: 1,
  })
}

/**
 * Checks a record from a file or from the browser's storage.
 * @returns the record, with its known fields only
 * @throws EncryptionError when a field is missing or malformed, or the id is not the key's
 */
async function checkRecord(record: unknown): Promise<KeyRecord> {
  check(typeof record === 'object' && record !== null)
  const { parent, label, kid, key, v } = record as Partial<Record<keyof KeyRecord, unknown>>
  check(typeof parent === 'string' && typeof label === 'string')
  check(typeof kid === 'string' && typeof key === 'string' && v === 1)
  checkIds(parent)
  check(label.trim() !== '' && label.length <= maxLabelLength && label.isWellFormed())
  check(isKeyId(kid) && (await keyIdOf(readKey(key))) === kid)
  return { parent, label, kid, key, v }
}

/** Checks a list of records: at most one for each collection and key. @throws EncryptionError */
export async function checkRecords(records: unknown): Promise<KeyRecord[]> {
  check(Array.isArray(records) && records.length > 0 && records.length <= maxKeys)
  const checked = await Promise.all(records.map(checkRecord))
  check(new Set(checked.map(({ parent, kid }) => `${parent}|${kid}`)).size === checked.length)
  return checked
}

/** Reads records from the UTF-8 bytes of their JSON. @throws EncryptionError when they are none */
export async function readRecords(bytes: Uint8Array): Promise<KeyRecord[]> {
  return checkRecords(parseJson(fromUtf8(bytes)))
}

/** Returns the canonical JSON of records: the fields in one order, without spaces. */
export function canonicalJson(records: readonly KeyRecord[]): string {
  return JSON.stringify(records.map(({ parent, label, kid, key, v }) => ({ parent, label, kid, key, v })))
}

/** Returns the SHA-256 of the canonical JSON in base64url. It finds damage of a file, not forgery. */
export async function recordsChecksum(records: readonly KeyRecord[]): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', toUtf8(canonicalJson(records)))))
}
