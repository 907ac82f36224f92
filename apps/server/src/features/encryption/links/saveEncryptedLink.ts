import * as contract from '@nestmark/contract/encryption/encryption'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import * as batchContract from '@nestmark/contract/encryption/encryptedBatches'
import { isPlausibleDate } from '@nestmark/core/bookmarkFiles/dates'
import { grantCollection, grantPermittedLinks } from '../../../access/grant.ts'
import { refuse, Refused } from '../../../access/refuse.ts'
import { linksWithRoles } from '../../../access/roles.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { isDuplicate } from '../../../db/dialect.ts'
import { action } from '../../../calls/action.ts'
import type { Call } from '../../../calls/call.ts'
import { claimUploads } from '../../uploads/receiving/claimUploads.ts'
import { readKeyId } from '../../collections/placing/keyOfCollection.ts'
import { toSubCategory } from '../../links/saving/applyEncryptedEdit.ts'
import type { LinkDraft } from '../../links/saving/draft.ts'
import { readLink } from '../../links/lists/readLinks.ts'
import { writeLinks } from '../../links/sets/writeLinks.ts'
import { requireKey } from '../keys/linkKeys.ts'
import { addNotes } from '../../links/words/noteStore.ts'
import { addFavourites } from '../../links/store.ts'

type Form = Parsed<typeof contract.saveEncryptedLink>

/**
 * Saves a link that was encrypted before it reached the server. Its id is the browser's, and makes a repeated call return the
 * same link.
 * @throws Refused 'encryption.savedBefore' with the link where its texts are others than those of the call
 */
export const saveEncryptedLink = action(contract.saveEncryptedLink, async (call, input) => {
  const { actor, services } = call
  const known = await findSaved(services.db.read, call, input)
  if (known) return known
  try {
    return await services.db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.add', input.parent ?? actor.rootId)
      const { collection } = granted
      if (collection.trashed_by !== null) refuse('collections.inTrash')
      const key_id = readKeyId(collection.enc_id) ?? refuse('encryption.noKey')
      requireKey(input, key_id)
      if (collection.hide_tags === 1 && input.tags.length > 0) refuse('encryption.tagsHidden')
      const who = { personId: actor.personId, ownerId: collection.owner_id, now: services.now() }
      const [files = null] = await claimUploads(tx, who, [{ uploads: input.s3_key, category: null }])
      const encrypted = { id: input._id, key_id, sealed_picture: input.thumbnail || null }
      const item = { draft: toDraft(input), tags: input.tags, scraped: false, encrypted, files }
      return assertDefined((await writeLinks(tx, call, granted, [item]))[0], 'link')
    })
  } catch (error) {
    if (!isDuplicate(error) && !(error instanceof Refused)) throw error
    // A repeated call finds its uploads claimed by the first.
    const saved = await findSaved(services.db.read, call, input)
    if (saved) return saved
    if (error instanceof Refused) throw error
    return refuse('encryption.idTaken')
  }
})

/**
 * Returns the link that an earlier call has saved.
 * @throws Refused 'encryption.idTaken' for another link with this id, 'encryption.savedBefore'
 */
async function findSaved(
  db: Queries,
  call: Call,
  input: Form,
): Promise<Output<typeof contract.saveEncryptedLink> | null> {
  const [link] = await linksWithRoles(db, call.actor, [input._id])
  if (!link) return null
  if (link.key_id === null || (link.role !== 'owner' && link.role !== 'write'))
    return refuse('encryption.idTaken')
  const saved = await readLink(call, link.seq, link.role)
  // Each encryption of a text is another one, so equal envelopes are the same call.
  return isSame(saved, input) ? saved : refuse('encryption.savedBefore', { data: { link: saved } })
}

const isSame = (saved: Output<typeof contract.saveEncryptedLink>, input: Form) =>
  saved.name === input.name &&
  saved.desc === input.desc &&
  saved.link === input.link &&
  saved.thumbnail === input.thumbnail &&
  (saved.enc_check_list ?? null) === (input.enc_check_list ?? null)

/** Returns the link of a form, whose texts are envelopes. */
export function toDraft({
  name,
  desc,
  link,
  category,
  subCategory = null,
  enc_check_list: items = null,
}: Pick<Form, 'name' | 'desc' | 'link' | 'category' | 'subCategory' | 'enc_check_list'>): LinkDraft {
  return {
    title: name,
    address: link,
    descr: desc,
    compare_key: '',
    title_key: '',
    host_key: '',
    category,
    sub_category: toSubCategory(category, subCategory),
    video_type: 0,
    check_list: items,
    picture_source: null,
  }
}

type BatchForm = Parsed<typeof batchContract.saveEncryptedLinks>['links'][number]

/**
 * Saves links that were encrypted before they reached the server, with their dates, favourite marks and private notes, all or
 * none. Their ids are the browser's: a repeated call saves none of them again.
 */
export const saveEncryptedLinks = action(batchContract.saveEncryptedLinks, async (call, { links }) => {
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
  forms: readonly BatchForm[],
): Promise<Output<typeof batchContract.saveEncryptedLinks>> {
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

async function writeInto(tx: Tx, call: Call, parent: string, forms: readonly BatchForm[]): Promise<void> {
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
