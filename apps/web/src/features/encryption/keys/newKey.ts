import { changeFolderKey, updateEncFolders } from '@nestmark/contract/encryption/encryption'
import { limits } from '@nestmark/core/limits'
import { toBase64url } from '@nestmark/encryption/bytes'
import { generateKey } from '@nestmark/encryption/keys/collectionKey'
import { type KeyRecord, toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { client } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { findValue, type Place, readPlace } from '../tasks/places.ts'
import { deriveInWorker } from './secretTasks.ts'
import { openByTypedSecret } from './typedSecret.ts'

/** A key that is ready to be saved: nothing was sent or stored yet. */
export interface PreparedKey {
  record: KeyRecord
  /** The validation values of its collections. */
  values: ReadonlyMap<string, string>
}

/** Makes a new key for collections. @param collectionIds the first one is the home of the key */
export async function prepareNewKey(
  collectionIds: readonly string[],
  { label, secret }: { label: string; secret: string },
): Promise<PreparedKey> {
  const raw = generateKey()
  const record = await toKeyRecord(raw, { collectionId: collectionIds[0] ?? '', label })
  const values = await deriveInWorker('makeValues', toBase64url(raw), collectionIds, secret)
  return { record, values }
}

/** An existing key with its secret. */
interface OpenedKey {
  record: KeyRecord
  secret: string
}

/**
 * Checks the secret of a key against the collection that the key was made for.
 * @returns the secret as it was written, which may be typed in another form
 * @throws EncryptionError when the secret is another
 * @throws Refusal
 */
export async function checkSecretOf({ record, secret: typed }: OpenedKey): Promise<string> {
  const value = findValue(await readPlace(record.parent), record.kid)
  if (value === null) return typed
  const { secret } = await openByTypedSecret(typed, each =>
    deriveInWorker('openBySecret', value, record.parent, each),
  )
  return secret
}

/** Makes the validation values of further collections of a key. Its secret opens these too. */
export async function makeValues(
  collectionIds: readonly string[],
  { record, secret }: OpenedKey,
): Promise<PreparedKey> {
  return { record, values: await deriveInWorker('makeValues', record.key, collectionIds, secret) }
}

/**
 * Prepares an existing key for further collections.
 * @throws EncryptionError when the secret is not that of the key
 */
export async function prepareExistingKey(
  collectionIds: readonly string[],
  key: OpenedKey,
): Promise<PreparedKey> {
  const secret = await checkSecretOf(key)
  return makeValues(collectionIds, { ...key, secret })
}

/**
 * Gives collections their keys, in calls of a bounded size. A repeated call is accepted.
 * @param hidesTags encrypted links of them have no tags
 * @throws Refusal
 */
export async function storeValues({ values }: PreparedKey, { hidesTags = false } = {}): Promise<void> {
  const folders = [...values].map(([_id, enc_id]) => ({
    _id,
    enc_id,
    ...(hidesTags && { hide_tags: 1 as const }),
  }))
  for (let from = 0; from < folders.length; from += limits.idsPerCall)
    await client.call(updateEncFolders, { folders: folders.slice(from, from + limits.idsPerCall), links: [] })
  await refresh(['collections'])
}

/** Replaces the validation values of collections: another secret, or another key. All or none. @throws Refusal */
export async function replaceValues(
  places: readonly Place[],
  values: ReadonlyMap<string, string>,
): Promise<void> {
  const folders = places.flatMap(({ id, enc_id: from }) => {
    const to = values.get(id)
    return from === null || to === undefined ? [] : [{ _id: id, from, to }]
  })
  await client.call(changeFolderKey, { folders })
  await refresh(['collections', 'links'])
}
