import * as contract from '@nestmark/contract/collections'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { recordEdit } from '../../domainEvents/undoRecords.ts'
import { readCollectionPage } from './lists/readCollectionPage.ts'
import { canBeCover, writeCollection } from './store.ts'

/**
 * Renames or describes a collection, or changes its cover or, for its owner, whether encrypted links have tags. The root
 * cannot be renamed. An edit based on outdated
 * values is refused with the current ones, so that nothing is overwritten unseen.
 */
export const updateCollection = action(contract.updateCollection, async (call, input) => {
  const { db, now } = call.services
  const done = await db.write(async tx => {
    await lockTree(tx, call.actor.personId)
    const granted = await grantCollection(tx, call.actor, 'collections.edit', input.folder_id)
    const { collection } = granted
    const { name, desc, cover, hide_tags: hidesTags } = input
    const isText = [name, desc, cover].some(each => each !== undefined)
    if (collection.parent_id === null && (isText || hidesTags === undefined)) refuse('collections.rootFixed')
    if (hidesTags !== undefined) {
      await grantCollection(tx, call.actor, 'collections.share', input.folder_id)
      if (collection.enc_id === null) refuse('encryption.noKey')
    }
    const { before } = input
    if (before && (before.name !== collection.name || before.desc !== collection.descr)) return false
    if (input.cover && !(await canBeCover(tx, input.folder_id, input.cover))) refuse('links.notFound')
    const at = now()
    await writeCollection(tx, granted, input.folder_id, input, at)
    const event = { type: 'collection.updated', by: call.actor.personId, at } as const
    const here = { collectionId: collection.id, id: collection.id, title: collection.name }
    const oldWords = { name: collection.name, desc: collection.descr }
    const newWords = { name: input.name ?? oldWords.name, desc: input.desc ?? oldWords.desc }
    const isEdit = input.name !== undefined || input.desc !== undefined
    const sides = { before: JSON.stringify(oldWords), after: JSON.stringify(newWords) }
    if ((await recordEvent(tx, event, [here])) && isEdit) await recordEdit(tx, event, here, sides)
    return true
  })
  const { folder } = await readCollectionPage(call, input.folder_id)
  return done ? folder : refuse('collections.changedElsewhere', { data: { folder } })
})
