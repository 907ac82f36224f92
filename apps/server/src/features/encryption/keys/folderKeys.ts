import * as contract from '@nestmark/contract/encryption/encryption'
import * as batches from '@nestmark/contract/encryption/encryptedBatches'
import type { Output } from '@nestmark/contract/operation'
import { grantScope, grantCollections } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action, libraryRead } from '../../../calls/action.ts'
import {
  countTagged,
  listValuesInside,
  countByFolderAndKey,
  deleteFolderKeys,
  hasEncryptedLinks,
  setHidesTags,
  setValues,
  deletePreviousKeys,
  deleteUnusedKeys,
} from './folderKeyStore.ts'
import { limits } from '@nestmark/core/limits'
import type { Queries, Tx } from '../../../db/db.ts'
import { listPreviousKeysOf, putPreviousKeys } from '../../collections/placing/previousKeyStore.ts'
import { lockTree } from '../../../db/dialect.ts'
import { overwriteDeleted } from '../../../db/statements/overwriting.ts'
import { changeLinks } from '../links/changeLinks.ts'
import { assertDefined } from '@nestmark/core/assertDefined'
import { readKeyId } from '../../collections/placing/keyOfCollection.ts'

/** Returns the current and previous keys of a collection, how many of its links need each, and whether its encrypted links have tags. */
export const getFolderKeys = action(
  contract.getFolderKeys,
  libraryRead,
  async ({ actor, services: { db } }, { folder_id: id }): Promise<Output<typeof contract.getFolderKeys>> => {
    const { collection } = await grantScope(db.read, actor, id)
    if (collection.role === 'public') refuse('collections.readOnly')
    const usedKeys = await readUsedKeys(db.read, [id])
    return {
      enc_id: collection.enc_id,
      ...usedKeys(id),
      hide_tags: collection.hide_tags === 1 ? 1 : 0,
      // Only the owner can hide the tags.
      tagged: collection.enc_id !== null && collection.role === 'owner' ? await countTagged(db.read, id) : 0,
    }
  },
)

const prefix = 'after.'

/** Lists a collection and its descendants with their keys, and how many links of each need which key. */
export const listFolderKeys = action(
  batches.listFolderKeys,
  libraryRead,
  async ({ actor, services: { db } }, { folder_id: id, after: position = prefix }) => {
    const { collection } = await grantScope(db.read, actor, id)
    if (collection.role === 'public') refuse('collections.readOnly')
    const limit = limits.foldersWithKeys
    const after = position.slice(prefix.length)
    const rows = await listValuesInside(db.read, collection, { after, limit })
    const ids = rows.map(row => row.id)
    // Nothing is left after the last page.
    if (ids.length === 0) return { folders: [], next: null }
    const usedKeys = await readUsedKeys(db.read, ids)
    const folders = rows.map(({ id: _id, enc_id, hide_tags: hidesTags }) => ({
      _id,
      enc_id,
      ...usedKeys(_id),
      hide_tags: hidesTags === 1 ? (1 as const) : (0 as const),
    }))
    return { folders, next: rows.length < limit ? null : `${prefix}${ids.at(-1)}` }
  },
)

type UsedKeys = Pick<Output<typeof contract.getFolderKeys>, 'former_keys' | 'links'>

/**
 * Reads how many links of collections need which key, and the values of previous keys that are still needed.
 * @param collectionIds at least one
 * @returns a function from the id of a collection to its keys
 */
async function readUsedKeys(
  db: Queries,
  collectionIds: readonly string[],
): Promise<(collectionId: string) => UsedKeys> {
  const [previous, links] = await Promise.all([
    listPreviousKeysOf(db, collectionIds),
    countByFolderAndKey(db, collectionIds),
  ])
  const previousOf = Map.groupBy(previous, each => each.collection_id)
  const linksOf = Map.groupBy(links, each => each.collection_id)
  return id => {
    const used = linksOf.get(id) ?? []
    const kids = new Set(used.map(each => each.key_id))
    return {
      former_keys: (previousOf.get(id) ?? [])
        .filter(each => kids.has(each.key_id))
        .map(({ key_id, enc_id }) => ({ key_id, enc_id })),
      links: used.map(({ key_id, count, trashed }) => ({ key_id, count, trashed })),
    }
  }
}

/** Encrypts links, or decrypts them, in one transaction: all or none (E09). */
export const updateEnc = action(contract.updateEnc, async (call, input) => {
  const { actor, services } = call
  if (input.links.length === 0) refuse('links.noneChosen')
  const links = await overwriteDeleted(services.db, async tx => {
    await lockTree(tx, actor.personId)
    const { publicUrl } = services.config
    return changeLinks(tx, actor, { ...input, plain: input.plain === 1, publicUrl }, services.now())
  })
  services.jobs.wake()
  return { changed: links.length, links }
})

/**
 * Gives collections their keys, or removes them, and encrypts or decrypts links in the same transaction. A value that
 * is there already is accepted once more, so that a call can be repeated.
 */
export const updateEncFolders = action(
  contract.updateEncFolders,
  async (call, { folders, links: changes }) => {
    const { actor, services } = call
    const values = new Map(folders.map(each => [each._id, each.enc_id]))
    if (values.size < folders.length) refuse('encryption.mixed')
    const links = await overwriteDeleted(services.db, async tx => {
      await lockTree(tx, actor.personId)
      const granted = await grantCollections(tx, actor, 'collections.share', [...values.keys()])
      const given = granted.collections.flatMap(({ id, enc_id: present }) => {
        const value = values.get(id) ?? null
        if (value === null || value === present) return []
        return present === null ? [[id, value] as const] : refuse('encryption.keyChanged')
      })
      await setValues(tx, granted, given)
      const hiding = folders
        .filter(each => each.hide_tags === 1 && each.enc_id !== null)
        .map(each => each._id)
      await setHidesTags(tx, granted, hiding)
      const { publicUrl } = services.config
      const done = await changeLinks(tx, actor, { links: changes, publicUrl }, services.now())
      const removed = [...values].flatMap(([id, value]) => (value === null ? id : []))
      await removeKeys(tx, removed, () =>
        setValues(
          tx,
          granted,
          removed.map(id => [id, null] as const),
        ),
      )
      return done
    })
    services.jobs.wake()
    return { changed: links.length, links }
  },
)

/** Removes the keys of collections in which no link is encrypted any more, the trash included. */
async function removeKeys(tx: Tx, ids: readonly string[], clear: () => Promise<void>): Promise<void> {
  if (ids.length === 0) return
  if (await hasEncryptedLinks(tx, ids)) refuse('encryption.keyInUse')
  await clear()
  await deleteFolderKeys(tx, ids)
}

/**
 * Stores the first validation value of a collection, which only its owner may do, or compares it. The server compares bytes:
 * it has no key to decrypt them with.
 */
export const validateEncryptFolderKey = action(
  contract.validateEncryptFolderKey,
  async ({ actor, services: { db } }, { enc_id: value, folder_id: id }) => {
    return db.write(async tx => {
      await lockTree(tx, actor.personId)
      const { collection } = await grantScope(tx, actor, id)
      if (collection.role === 'public') refuse('collections.readOnly')
      if (collection.enc_id !== null) return { valid: collection.enc_id === value }
      const granted = await grantCollections(tx, actor, 'collections.share', [id])
      await setValues(tx, granted, [[id, value]])
      return { valid: true }
    })
  },
)

/**
 * Replaces validation values of collections, all or none: the same key under another secret, or another key. The value of a
 * previous key stays until no link needs it, so that an interrupted replacement can be continued with the secret alone (F04). A
 * repeated call changes nothing.
 */
export const changeFolderKey = action(
  contract.changeFolderKey,
  async ({ actor, services: { db, now } }, { folders }) => {
    const changes = new Map(folders.map(each => [each._id, each]))
    if (changes.size < folders.length) refuse('encryption.mixed')
    await db.write(async tx => {
      await lockTree(tx, actor.personId)
      const ids = [...changes.keys()]
      const granted = await grantCollections(tx, actor, 'collections.share', ids)
      const changed = granted.collections.flatMap(({ id, enc_id: present }) => {
        const { from, to } = assertDefined(changes.get(id), 'change')
        if (present === to) return []
        if (present !== from) refuse('encryption.keyChanged')
        return {
          id,
          from,
          to,
          key: assertDefined(readKeyId(from), 'key'),
          isNewKey: readKeyId(from) !== readKeyId(to),
        }
      })
      await setValues(
        tx,
        granted,
        changed.map(each => [each.id, each.to] as const),
      )
      const replaced = changed.filter(each => each.isNewKey)
      await putPreviousKeys(
        tx,
        replaced.map(each => [each.id, each.key, each.from]),
        now(),
      )
      // The current key may be a previous one again, after an interrupted replacement.
      await deletePreviousKeys(
        tx,
        changed.map(each => [each.id, readKeyId(each.to) ?? '']),
      )
      await deleteUnusedKeys(tx, ids)
    })
    return {}
  },
)
