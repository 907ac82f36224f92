import * as contract from '@nestmark/contract/encryption/encryption'
import { refuse } from '../../../access/refuse.ts'
import { lockTree } from '../../../db/dialect.ts'
import { overwriteDeleted } from '../../../db/statements/overwriting.ts'
import { action } from '../../../calls/action.ts'
import { changeLinks } from '../links/changeLinks.ts'
import { grantCollections } from '../../../access/grant.ts'
import type { Tx } from '../../../db/db.ts'
import { deleteFolderKeys, hasEncryptedLinks, setHidesTags, setValues } from './folderKeyStore.ts'

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
