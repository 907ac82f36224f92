import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { fromBase64url } from '@nestmark/encryption/bytes'
import { type CollectionKey, openKey } from '@nestmark/encryption/keys/collectionKey'
import type { LinkFile } from '@nestmark/encryption/linkFile'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { readKeys } from '../keys/keyFiles.ts'
import { openByText } from '../unlocking.ts'

/** The keys of an export that are open, by key id. They are in memory until the dialog is closed. */
export type FileKeys = ReadonlyMap<string, CollectionKey>

/** A key of an export. */
export interface NeededKey {
  kid: string
  /** How many links are encrypted with it. */
  count: number
  /** The names of the collections that use it. */
  names: string[]
  /** Where its secret is checked; empty for a key that only a file opens. */
  places: { id: string; value: string }[]
}

/** Lists the keys with which the links of an export are encrypted. */
export function listNeededKeys({ collections, links }: LinkFile): NeededKey[] {
  const counts = new Map<string, number>()
  for (const { name } of links) {
    const kid = envelopeKeyId(name) ?? ''
    counts.set(kid, (counts.get(kid) ?? 0) + 1)
  }
  const places = collections.flatMap(({ _id: id, name, values }) =>
    values.map(value => ({ id, name, value, kid: readKeyId(value) })),
  )
  return [...counts].map(([kid, count]) => {
    const own = places.filter(place => place.kid === kid)
    return { kid, count, names: [...new Set(own.map(({ name }) => name))], places: own }
  })
}

/** Opens the keys of an export that are in this browser. */
export async function openSavedKeys(needed: readonly NeededKey[]): Promise<FileKeys> {
  const opened = await Promise.all(needed.map(({ kid }) => keyRing.open(kid)))
  return new Map(opened.flatMap(key => (key ? [[key.kid, key] as const] : [])))
}

/** Opens the missing keys that a key file contains. @throws KeyFileRefused when it is no key file */
export async function openFromFile(missing: readonly NeededKey[], file: File): Promise<FileKeys> {
  const records = await readKeys(file)
  const keys = await Promise.all(records.map(({ key }) => openKey(fromBase64url(key))))
  return new Map(keys.filter(key => missing.some(({ kid }) => kid === key.kid)).map(key => [key.kid, key]))
}

/** Opens the missing keys that have this secret. */
export async function openFromSecret(missing: readonly NeededKey[], secret: string): Promise<FileKeys> {
  const opened = new Map<string, CollectionKey>()
  for (const { kid, names, places } of missing) {
    const [first] = places
    if (!first) continue
    const place = {
      id: first.id,
      kid,
      enc_id: first.value,
      former_keys: [],
      links: [],
      hide_tags: 0 as const,
    }
    try {
      const record = await openByText({ place, kid, label: names[0] ?? kid }, secret)
      opened.set(kid, await openKey(fromBase64url(record.key)))
    } catch {
      // It is the secret of another key.
    }
  }
  return opened
}
