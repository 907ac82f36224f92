import type { PreviousLink } from '@nestmark/contract/activity'
import type { updateLink as update } from '@nestmark/contract/links/links'
import type { Parsed } from '@nestmark/contract/operation'
import type { PlainLinkFields } from '@nestmark/contract/links/plainLinkFields'
import { limits } from '@nestmark/core/limits'
import { normaliseAddress } from '@nestmark/core/addresses/url'
import { tagKey } from '@nestmark/core/words/tagKey'
import type { Actor } from '../../../access/actor.ts'
import { grantCollection, type GrantedLinks, grantLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { enqueue } from '../../../jobs/store.ts'
import { addToCounts } from '../../collections/countersStore.ts'
import { enterCollections, ruleOf } from '../../collections/placing/enterCollections.ts'
import { assertSameKey } from '../../collections/placing/keyOfCollection.ts'
import { updateBlobUse } from '../../uploads/storage/blobStore.ts'
import { blobsOfLinks } from '../../uploads/linkFileStore.ts'
import { deletePicture } from '../../uploads/previews/pictureStore.ts'
import { replaceThumbnail } from '../../uploads/receiving/claimUploads.ts'
import {
  distinctNames,
  ensureTags,
  namesOfTags,
  setLinkTags,
  type TagRef,
  tagsOfLink,
} from '../../tags/store.ts'
import { draftLink } from './draft.ts'
import { assertNoHiddenTags } from '../words/hiddenTags.ts'
import { pickPlainFields } from './plainFields.ts'
import { indexSearchable } from '../words/linkText.ts'
import { countTagsOfLinks, setCollection, writeLink } from '../store.ts'

/** The fields of a link to change; absent fields are unchanged. */
export type Edit = Omit<Parsed<typeof update>, 'link_id' | 'version'>

/** The content of a link: every field that the form can change, except its collection. */
export type LinkWords = PreviousLink

/** The content of a link before and after an edit. */
export interface Edited {
  before: LinkWords
  after: LinkWords
}

type StoredContent = Pick<
  LinkWithRole,
  'address' | 'title' | 'descr' | 'category' | 'sub_category' | 'check_list' | 'picture_source'
> &
  PlainLinkFields

/** Returns the content of a stored link in a normalised form, so that two versions can be compared. */
export function toLinkWords(link: StoredContent, tags: readonly TagRef[]): LinkWords {
  return {
    link: link.address,
    name: link.title,
    desc: link.descr,
    category: link.category,
    subCategory: link.sub_category,
    check_list: link.check_list === null ? null : JSON.parse(link.check_list),
    tags: tags.map(tag => tag.name),
    thumbnail: link.picture_source ?? '',
    ...pickPlainFields(link),
  }
}

/** Writes an edit with its tags, counters, search index entry, undo record and event. */
export async function applyEdit(
  tx: Tx,
  actor: Actor,
  granted: GrantedLinks<'links.edit'>,
  link: LinkWithRole,
  input: Edit,
  at: number,
): Promise<Edited> {
  const hasFile = link.file_bytes !== null
  const draft = draftLink(changed(link, input), hasFile, link.address)
  const pictureChanged = Boolean(input.thumbnail) && input.thumb === undefined
  const source = chooseSource(link, input)
  // The present picture stays until a job has read the uploaded one.
  const removesPicture = input.thumbnail === '' && input.thumb === undefined
  const plain = pickPlainFields(link, input)
  const addressChanged = draft.address !== link.address
  await writeLink(tx, granted, link.seq, {
    ...draft,
    picture_source: source,
    // An empty thumbnail removes the picture.
    picture_id: removesPicture ? null : link.picture_id,
    ...plain,
    ...(addressChanged && { player: '', canonical_key: '' }),
    updated_at: at,
  })
  if (removesPicture && link.picture_id !== null) await deletePicture(tx, link.picture_id)
  if (input.thumb !== undefined) await replaceThumbnail(tx, actor.personId, link, input.thumb, at)
  await recount(tx, link, draft.category, at)
  // The bytes of files, and of copies of the page, are counted in the category of their link.
  if (draft.category !== link.category) await updateBlobUse(tx, await blobsOfLinks(tx, [link.id]), at)
  const before = await tagsOfLink(tx, link.seq)
  const tags = await applyTags(tx, link, input, before)
  if (input.parent && input.parent !== link.collection_id)
    await moveTo(tx, actor, { ...link, category: draft.category }, { ...input, parent: input.parent }, at)
  await indexSearchable(
    tx,
    [{ ...draft, seq: link.seq, ownerId: link.owner_id, tags: tags.map(tag => tag.name) }],
    [{ ...link, ownerId: link.owner_id, tags: before.map(tag => tag.name) }],
    at,
  )
  if (pictureChanged || (addressChanged && draft.address))
    await enqueue(tx, { ownerId: link.owner_id, kind: 'fillLink', payload: { link: link.id }, now: at })
  return {
    before: toLinkWords(link, before),
    after: toLinkWords({ ...draft, ...plain, picture_source: source }, tags),
  }
}

/** Returns the address of the link's picture; null for the picture of its file. */
function chooseSource(link: LinkWithRole, { thumb, thumbnail }: Edit): string | null {
  if (thumb !== undefined) return null
  return thumbnail ? normaliseAddress(thumbnail) : link.picture_source
}

/** Returns the link's form fields, with the stored values replaced by those that were sent. */
function changed(link: LinkWithRole, input: Edit) {
  return {
    link: input.link ?? link.address,
    name: input.name ?? link.title,
    desc: input.desc ?? link.descr,
    category: input.category ?? link.category,
    subCategory: input.subCategory === undefined ? link.sub_category : input.subCategory,
    check_list: input.check_list ?? (link.check_list === null ? undefined : JSON.parse(link.check_list)),
  }
}

export async function recount(tx: Tx, link: LinkWithRole, category: number, at: number): Promise<void> {
  if (category === link.category || link.trashed_at !== null) return
  const collectionId = link.collection_id
  const hidden = link.collectionTrashedBy !== null
  await addToCounts(
    tx,
    link.owner_id,
    [
      { collectionId, category: link.category, by: -1, hidden },
      { collectionId, category, by: 1, hidden },
    ],
    at,
  )
}

export async function applyTags(
  tx: Tx,
  link: LinkWithRole,
  input: Edit,
  current: readonly TagRef[],
): Promise<readonly TagRef[]> {
  const untouched =
    !input.tags && input.added_tags.length + input.added_tags_name.length + input.deleted_tags.length === 0
  if (untouched) return current
  const names = input.tags ?? (await namesAfter(tx, link, input, current))
  if (distinctNames(names).length > limits.tagsPerLink) refuse('tags.tooMany')
  const tags = await ensureTags(tx, link.owner_id, names)
  const live = link.trashed_at === null && link.collectionTrashedBy === null
  await setLinkTags(tx, { ownerId: link.owner_id, linkSeq: link.seq, live }, tags)
  return tags
}

/**
 * Returns the tag names after an edit. Follows the order of the specification: remove ids, add ids, add names. A name
 * is also accepted in place of an id.
 */
async function namesAfter(
  tx: Tx,
  link: LinkWithRole,
  input: Edit,
  current: readonly TagRef[],
): Promise<string[]> {
  const removedIds = new Set(input.deleted_tags)
  const removedKeys = new Set(input.deleted_tags.map(tagKey))
  const remaining = current
    .filter(tag => !removedIds.has(tag.id) && !removedKeys.has(tagKey(tag.name)))
    .map(tag => tag.name)
  const added = input.added_tags.length === 0 ? [] : await namesOfTags(tx, link.owner_id, input.added_tags)
  return [...remaining, ...added, ...input.added_tags_name]
}

export async function moveTo(
  tx: Tx,
  actor: Actor,
  link: LinkWithRole,
  { parent: to, plain }: { parent: string; plain?: 0 | 1 | undefined },
  at: number,
): Promise<void> {
  const moving = await grantLinks(tx, actor, 'links.move', [link.id])
  const { collection } = await grantCollection(tx, actor, 'collections.add', to)
  if (collection.trashed_by !== null) refuse('collections.inTrash')
  if (collection.owner_id !== link.owner_id) refuse('collections.otherOwner')
  assertSameKey([link], collection)
  enterCollections([{ ...link, home: to }], new Map([[to, collection.enc_id]]), ruleOf(plain === 1))
  await assertNoHiddenTags(tx, [link], collection)
  await setCollection(tx, moving, [link.seq], { id: to, ownerId: collection.owner_id }, at)
  if (link.trashed_at !== null) return
  if (link.collectionTrashedBy !== null) await countTagsOfLinks(tx, [link.seq], 1)
  const { category } = link
  const hidden = link.collectionTrashedBy !== null
  const leaves = { collectionId: link.collection_id, category, by: -1, hidden }
  await addToCounts(tx, link.owner_id, [leaves, { collectionId: to, category, by: 1 }], at)
}
