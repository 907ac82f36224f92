import * as contract from '@nestmark/contract/encryption/encryption'
import { grantCollections, grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { lockTree } from '../../../db/dialect.ts'
import { action } from '../../../calls/action.ts'
import { setValues, deletePreviousKeys, deleteUnusedKeys } from './folderKeyStore.ts'
import { assertDefined } from '@nestmark/core/assertDefined'
import { readKeyId } from '../../collections/placing/keyOfCollection.ts'
import { putPreviousKeys } from '../../collections/placing/previousKeyStore.ts'

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
