import * as contract from '@nestmark/contract/encryption/encryptedBatches'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { isPlausibleDate } from '@nestmark/core/bookmarkFiles/dates'
import { grantCollection, grantPermittedLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { linksWithRoles } from '../../../access/roles.ts'
import { isDuplicate } from '../../../db/dialect.ts'
import type { Tx } from '../../../db/db.ts'
import { action } from '../../../calls/action.ts'
import type { Call } from '../../../calls/call.ts'
import { readKeyId } from '../../collections/placing/keyOfCollection.ts'
import { addNotes } from '../../links/words/noteStore.ts'
import { addFavourites } from '../../links/store.ts'
import { writeLinks } from '../../links/sets/writeLinks.ts'
import { requireKey } from '../keys/linkKeys.ts'
import { toDraft } from './saveEncryptedLink.ts'

type Form = Parsed<typeof contract.saveEncryptedLinks>['links'][number]

/**
 * Saves links that were encrypted before they reached the server, with their dates, favourite marks and private notes, all or
 * none. Their ids are the browser's: a repeated call saves none of them again.
 */
export const saveEncryptedLinks = action(contract.saveEncryptedLinks, async (call, { links }) => {
  const forms = [...new Map(links.map(each => [each._id, each])).values()]
  const write = () => call.services.db.write(tx => writeNew(tx, call, forms))
  try {
    return await write()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // A concurrent call has saved some of them.
    return write()
  }
})

async function writeNew(
  tx: Tx,
  call: Call,
  forms: readonly Form[],
): Promise<Output<typeof contract.saveEncryptedLinks>> {
  const { actor, services } = call
  const ids = forms.map(each => each._id)
  const known = await linksWithRoles(tx, actor, ids)
  if (known.some(({ key_id: key, role }) => key === null || (role !== 'owner' && role !== 'write')))
    refuse('encryption.idTaken')
  const knownIds = new Set(known.map(each => each.id))
  const added = forms.filter(each => !knownIds.has(each._id))
  for (const [parent, inside] of Map.groupBy(added, each => each.parent ?? actor.rootId))
    await writeInto(tx, call, parent, inside)
  const now = services.now()
  const marked = added.filter(each => each.favourite === 1).map(each => each._id)
  if (marked.length > 0) {
    const granted = await grantPermittedLinks(tx, actor, 'links.favourite', marked)
    const marks = marked.map(id => [id, now] as const)
    await addFavourites(tx, granted, actor.personId, marks)
  }
  const notes = added.flatMap(({ _id, note }) => (note === undefined ? [] : [[_id, note] as const]))
  await addNotes(tx, actor.personId, notes, now)
  return { saved: added.length, existing: known.length, ids: added.map(each => each._id) }
}

async function writeInto(tx: Tx, call: Call, parent: string, forms: readonly Form[]): Promise<void> {
  const now = call.services.now()
  const granted = await grantCollection(tx, call.actor, 'collections.add', parent)
  const { collection } = granted
  if (collection.trashed_by !== null) refuse('collections.inTrash')
  const key_id = readKeyId(collection.enc_id) ?? refuse('encryption.noKey')
  for (const form of forms) requireKey(form, key_id)
  if (collection.hide_tags === 1 && forms.some(form => form.tags.length > 0)) refuse('encryption.tagsHidden')
  const items = forms.map(form => ({
    draft: toDraft(form),
    tags: form.tags,
    scraped: false,
    encrypted: {
      id: form._id,
      key_id,
      sealed_picture: form.thumbnail || null,
      created_at: isPlausibleDate(form.created, now) ? form.created : now,
    },
  }))
  await writeLinks(tx, { ...call, idempotencyKey: null }, granted, items)
}
