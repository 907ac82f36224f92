import type { updateLink as update } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { normaliseAddress } from '@nestmark/core/url'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { grantCollection, grantLinks } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { enqueue } from '../../jobs/store.ts'
import { tellAll } from '../../notices/notify.ts'
import { addToCounts } from '../collections/counters.ts'
import { countLinksOfTags } from '../tags/counters.ts'
import { distinctNames, ensureTags, setLinkTags, tagKey, type TagRef, tagsOfLink } from '../tags/store.ts'
import { draftLink } from './draft.ts'
import { indexSearchable } from './linkText.ts'
import { readLinks } from './readLinks.ts'
import { setCollection, updateLink } from './store.ts'

type Change = Parsed<typeof update>

/**
 * Changes a link: fields, tags and place in one transaction. Somebody who edits an older version is told and shown the
 * present one; nothing is overwritten unseen.
 */
export async function editLink(call: Call, input: Change): Promise<Output<typeof update>> {
  const { db, now } = call.services
  const done = await db.write(async tx => {
    await lockTree(tx, call.actor.personId)
    const granted = await grantLinks(tx, call.actor, 'links.edit', [input.link_id])
    const link = granted.links[0]!
    if (input.version !== undefined && input.version !== link.version) return null
    const draft = draftLink(changed(link, input))
    const at = now()
    const pictureChanged = input.thumbnail !== undefined && input.thumbnail !== ''
    const addressChanged = draft.address !== link.address
    await updateLink(tx, granted, link.seq, {
      ...draft,
      picture_source: pictureChanged ? normaliseAddress(input.thumbnail!) : link.picture_source,
      // An empty thumbnail takes the picture away.
      picture_id: input.thumbnail === '' ? null : link.picture_id,
      desc_toggle: input.desc_toggle ?? link.desc_toggle,
      updated_at: at,
    })
    if (input.thumbnail === '' && link.picture_id !== null)
      await tx.deleteFrom('pictures').where('id', '=', link.picture_id).execute()
    await recount(tx, link, draft.category, at)
    const tags = await applyTags(tx, link, input)
    if (input.parent && input.parent !== link.collection_id)
      await moveTo(tx, call, { ...link, category: draft.category }, input.parent, at)
    await indexSearchable(tx, [
      { ...draft, seq: link.seq, ownerId: link.owner_id, tags: tags.map(tag => tag.name) },
    ])
    if (pictureChanged || (addressChanged && draft.address))
      await enqueue(tx, { ownerId: link.owner_id, kind: 'fillLink', payload: { link: link.id }, now: at })
    if (link.trashed_at === null) await tell(tx, { ...link, title: draft.title }, input, call.actor, at)
    return { seq: link.seq, role: link.role }
  })
  if (done === null) return refuseStale(call, input.link_id)
  call.services.jobs.wake()
  return (await readLinks(call, [done.seq], done.role))[0]!
}

/** A link that was moved by its form is told at both ends, as any that is moved. */
async function tell(tx: Tx, link: LinkWithRole, { parent }: Change, { personId: by }: Actor, at: number) {
  const here = { collectionId: link.collection_id, thing: link.id, about: link.title }
  if (!parent || parent === link.collection_id)
    return tellAll(tx, { action: 'update_link', kind: 'change_link', by, at }, [here])
  await tellAll(tx, { action: 'delete_links', kind: 'move_links_away', by, at }, [{ ...here, other: parent }])
  const there = { ...here, collectionId: parent, other: link.collection_id }
  await tellAll(tx, { action: 'add_link', kind: 'move_links_here', by, at }, [there])
}

/** The link's form with the fields that were sent in place of the stored ones. */
function changed(link: LinkWithRole, input: Change) {
  return {
    link: input.link ?? link.address,
    name: input.name ?? link.title,
    desc: input.desc ?? link.descr,
    category: input.category ?? link.category,
    subCategory: input.subCategory === undefined ? link.sub_category : input.subCategory,
    check_list: input.check_list ?? (link.check_list === null ? undefined : JSON.parse(link.check_list)),
  }
}

async function recount(tx: Tx, link: LinkWithRole, category: number, at: number): Promise<void> {
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

async function applyTags(tx: Tx, link: LinkWithRole, input: Change): Promise<TagRef[]> {
  const current = await tagsOfLink(tx, link.seq)
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

/** The specification's way: ids taken off, ids put on, names put on. An id may also be given by its name. */
async function namesAfter(
  tx: Tx,
  link: LinkWithRole,
  input: Change,
  current: readonly TagRef[],
): Promise<string[]> {
  const gone = new Set(input.deleted_tags)
  const goneKeys = new Set(input.deleted_tags.map(tagKey))
  const kept = current
    .filter(tag => !gone.has(tag.id) && !goneKeys.has(tagKey(tag.name)))
    .map(tag => tag.name)
  const added =
    input.added_tags.length === 0
      ? []
      : await tx
          .selectFrom('tags')
          .select('name')
          .where('owner_id', '=', link.owner_id)
          .where('id', 'in', input.added_tags)
          .where('gone_at', 'is', null)
          .execute()
  return [...kept, ...added.map(tag => tag.name), ...input.added_tags_name]
}

async function moveTo(tx: Tx, call: Call, link: LinkWithRole, to: string, at: number): Promise<void> {
  const moving = await grantLinks(tx, call.actor, 'links.move', [link.id])
  const { collection } = await grantCollection(tx, call.actor, 'collections.add', to)
  if (collection.trashed_by !== null) refuse('collections.inTrash')
  if (collection.owner_id !== link.owner_id) refuse('collections.otherOwner')
  await setCollection(tx, moving, [link.seq], { id: to, ownerId: collection.owner_id }, at)
  if (link.trashed_at !== null) return
  if (link.collectionTrashedBy !== null) await countLinksOfTags(tx, sql`${link.seq}`, 1)
  const { category } = link
  const hidden = link.collectionTrashedBy !== null
  const leaves = { collectionId: link.collection_id, category, by: -1, hidden }
  await addToCounts(tx, link.owner_id, [leaves, { collectionId: to, category, by: 1 }], at)
}

async function refuseStale(call: Call, linkId: string): Promise<never> {
  const { links } = await grantLinks(call.services.db.read, call.actor, 'links.read', [linkId])
  const [present] = await readLinks(call, [links[0]!.seq], links[0]!.role)
  return refuse('links.changedElsewhere', { data: { link: present } })
}
