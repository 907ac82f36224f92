import { limits } from '@nestmark/core/limits'
import { pluck } from '@nestmark/core/pluck'
import { grantPermittedLinks, type GrantedLinks } from '../../access/grant.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import type { MergedGroup, BulkPayload, MergeAction } from '../../undo/bulkActions.ts'
import { type LinkBefore, recordLinks } from '../../undo/store.ts'
import { type Batch, toSubject, trashBatch } from '../links/sets/batches.ts'
import { isLive } from '../links/lists/liveLinks.ts'
import { placeBehind, tagsOfLinks } from '../links/words/linkTagStore.ts'
import { addFavourites, listFavouriteTimes } from '../links/store.ts'
import { changeTags } from '../links/sets/tagBatch.ts'
import { type Merge, mergeFiles, mergeHighlights, mergeNotes } from './mergeParts.ts'
import { setMerged } from './store.ts'
import type { Step } from '../../undo/step.ts'

/**
 * Merges links: the one that stays gets the oldest date, and the tags, checklists, files, notes, highlights and favourite marks of the others,
 * which go to the trash. Groups whose links were trashed, encrypted or taken away since are left out.
 * @returns how many links went to the trash
 */
export async function mergeBatch(tx: Tx, batch: Batch, groups: readonly MergedGroup[]): Promise<number> {
  const { actor, at, undo } = batch
  const targets = await grantPermittedLinks(tx, actor, 'links.edit', pluck(groups, 'keep'))
  const others = await grantPermittedLinks(
    tx,
    actor,
    'links.trash',
    groups.flatMap(group => group.links),
  )
  const merges = pair(groups, targets, others)
  if (merges.length === 0) return 0
  const intos = merges.map(merge => merge.into)
  const before = [
    ...(await mergeColumns(tx, targets, merges, at)),
    ...(await mergeTags(tx, merges, at)),
    ...(await mergeFavourites(tx, batch, merges)),
    ...(await mergeNotes(tx, batch, merges)),
    ...(await mergeFiles(tx, merges, at)),
    ...(await mergeHighlights(tx, batch, merges)),
  ]
  await recordLinks(tx, undo, before)
  const trashed = await trashBatch(tx, batch, { ...others, links: merges.flatMap(merge => merge.from) })
  const event = { type: 'link.updated', by: actor.personId, at, undo, isWebhookOnly: true } as const
  await recordEvent(tx, event, intos.map(toSubject))
  return trashed
}

function pair(
  groups: readonly MergedGroup[],
  targets: GrantedLinks<'links.edit'>,
  others: GrantedLinks<'links.trash'>,
): Merge[] {
  const [keepable, removable] = [targets, others].map(
    ({ links }) =>
      new Map(links.filter(link => isLive(link) && link.key_id === null).map(link => [link.id, link])),
  ) as [Map<string, LinkWithRole>, Map<string, LinkWithRole>]
  return groups.flatMap(({ keep, links }) => {
    const into = keepable.get(keep)
    if (!into) return []
    const from = links.flatMap(id => removable.get(id) ?? []).filter(link => link.owner_id === into.owner_id)
    return from.length === 0 ? [] : { into, from }
  })
}

/** Gives a link the oldest date, and the items of all checklists. */
async function mergeColumns(
  tx: Tx,
  granted: GrantedLinks<'links.edit'>,
  merges: readonly Merge[],
  at: number,
): Promise<LinkBefore[]> {
  const changes = merges.map(({ into, from }) => {
    const items = readItems(into)
    const texts = new Set(items.map(item => item.text))
    const added = from.flatMap(readItems).filter(item => !texts.has(item.text) && texts.add(item.text))
    const all = [...items, ...added].slice(0, limits.checkListItems)
    return {
      into,
      seq: into.seq,
      created_at: Math.min(into.created_at, ...from.map(link => link.created_at)),
      check_list: all.length > items.length ? JSON.stringify(all) : into.check_list,
      items: [items.length, all.length] as const,
    }
  })
  await setMerged(tx, granted, changes, at)
  return changes.flatMap(({ into, seq, created_at: createdAt, items: [had, has] }): LinkBefore[] => [
    ...(createdAt < into.created_at ? [[seq, `date:${createdAt}`, into.created_at] as LinkBefore] : []),
    ...(has > had ? [[seq, `items:${has}`, had] as LinkBefore] : []),
  ])
}

/** Returns the items of the checklist of a link. */
export const readItems = ({ check_list: list }: Pick<LinkWithRole, 'check_list'>) =>
  list === null ? [] : (JSON.parse(list) as { text: string; done: boolean }[])

/** Adds the tags of the others, as many as a link may have. */
async function mergeTags(tx: Tx, merges: readonly Merge[], at: number): Promise<LinkBefore[]> {
  const seqs = merges.flatMap(({ into, from }) => [into.seq, ...from.map(link => link.seq)])
  const present = await tagsOfLinks(tx, seqs)
  const plus = merges.flatMap(({ into, from }) => {
    const others = from.flatMap(link =>
      (present.get(link.seq) ?? []).toSorted((a, b) => a.position - b.position),
    )
    return placeBehind(into.seq, present.get(into.seq) ?? [], pluck(others, 'tag'))
  })
  // The index entries of links are written for one owner at a time.
  for (const own of Map.groupBy(merges, ({ into }) => into.owner_id).values()) {
    const links = own.map(({ into }) => into)
    const seqs = new Set(links.map(link => link.seq))
    await changeTags(tx, links, present, { plus: plus.filter(each => seqs.has(each.seq)), minus: [] }, at)
  }
  return plus.map(({ seq, tag, position }) => [seq, `+${tag.seq}`, position])
}

/** Marks a link as the caller's favourite when one of the others is. */
async function mergeFavourites(tx: Tx, { actor }: Batch, merges: readonly Merge[]): Promise<LinkBefore[]> {
  const { personId } = actor
  const ids = merges.flatMap(({ into, from }) => [into.id, ...from.map(link => link.id)])
  const marked = await listFavouriteTimes(tx, personId, ids)
  const added = merges.flatMap(({ into, from }) => {
    const times = from.flatMap(link => marked.get(link.id) ?? [])
    return marked.has(into.id) || times.length === 0 ? [] : { into, time: Math.min(...times) }
  })
  const marks = added.map(({ into, time }) => [into.id, time] as const)
  const granted = await grantPermittedLinks(tx, actor, 'links.favourite', pluck(marks, 0))
  await addFavourites(tx, granted, personId, marks)
  return added.map(({ into, time }) => [into.seq, 'favourite:', time])
}

/** Groups per transaction: small enough not to delay other writers. */
const batchSize = 50

/** Merges the next groups of a job. */
export async function mergeStep(
  tx: Tx,
  { actor, at, groups, next }: BulkPayload<MergeAction>,
  key: string,
): Promise<Step> {
  const from = next && 'position' in next ? next.position : 0
  const batch = groups.slice(from, from + batchSize)
  const size = batch.reduce((sum, group) => sum + group.links.length, 0)
  const changed = await mergeBatch(tx, { actor, at, undo: key, plainText: 'skip' }, batch)
  return {
    changed,
    left: size - changed,
    seen: size,
    next: from + batchSize < groups.length ? { position: from + batchSize } : undefined,
  }
}
