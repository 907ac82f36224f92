import { limits } from '@nestmark/core/limits'
import { pluck } from '@nestmark/core/pluck'
import type { GrantedLinks } from '../../../access/grant.ts'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { type LinkBefore, recordCreatedTags, recordLinks } from '../../../undo/store.ts'
import { recordEvent } from '../../../domainEvents/recordEvent.ts'
import { hasHiddenTags } from '../../collections/placing/keyOfCollection.ts'
import { addToTagCounts, countedTags, ensureAndListCreated } from '../../tags/store.ts'
import { type Batch, toSubject } from './batches.ts'
import { isLive } from '../lists/liveLinks.ts'
import { type LinkTag, putLinkTags, removeLinkTags, tagsOfLinks } from '../words/linkTagStore.ts'
import { indexSearchable } from '../words/linkText.ts'
import { countVersions } from '../store.ts'

/**
 * Adds and removes tags on links. Skips a link that would exceed the limit of tags, or that may have none (ENC-12). Returns how many links changed.
 */
export async function tagBatch(
  tx: Tx,
  batch: Batch,
  granted: GrantedLinks<'links.edit'>,
  tags: { addTags: readonly string[]; dropTags: readonly string[] },
): Promise<number> {
  let changed = 0
  // A link has tags of its owner's library, also when a member adds them.
  for (const ownerId of [...new Set(granted.links.map(link => link.owner_id))].sort()) {
    const links = granted.links.filter(link => link.owner_id === ownerId)
    changed += await tagOfOwner(tx, batch, ownerId, links, tags)
  }
  return changed
}

async function tagOfOwner(
  tx: Tx,
  { actor, undo, at }: Batch,
  ownerId: string,
  links: readonly LinkWithRole[],
  { addTags, dropTags }: { addTags: readonly string[]; dropTags: readonly string[] },
): Promise<number> {
  const { tags: added, created } = await ensureAndListCreated(tx, ownerId, addTags)
  await recordCreatedTags(tx, undo, pluck(created, 'seq'))
  const dropped = new Set(dropTags)
  const present = await tagsOfLinks(tx, pluck(links, 'seq'))
  const plus: LinkTag[] = []
  const minus: LinkTag[] = []
  for (const link of links) {
    if (added.length > 0 && hasHiddenTags(link)) continue
    const has = present.get(link.seq) ?? []
    const removed = has.filter(each => dropped.has(each.tag.id))
    const fresh = added.filter(tag => !has.some(each => each.tag.seq === tag.seq))
    if (has.length - removed.length + fresh.length > limits.tagsPerLink) continue
    const last = has.reduce((highest, each) => Math.max(highest, each.position), -1)
    minus.push(...removed)
    plus.push(...fresh.map((tag, n) => ({ seq: link.seq, tag, position: last + 1 + n })))
  }
  await recordLinks(tx, undo, [...minus.map(mark('-')), ...plus.map(mark('+'))])
  const changed = new Set([...plus, ...minus].map(each => each.seq))
  const event = { type: 'link.tagged', by: actor.personId, at, undo } as const
  await recordEvent(tx, event, links.filter(link => changed.has(link.seq) && isLive(link)).map(toSubject))
  return changeTags(tx, links, present, { plus, minus }, at)
}

const mark =
  (sign: string) =>
  ({ seq, tag, position }: LinkTag): LinkBefore => [seq, sign + tag.seq, position]

/** Writes added and removed tags and updates the search index. Returns how many links changed. */
export async function changeTags(
  tx: Tx,
  links: readonly LinkWithRole[],
  before: ReadonlyMap<number, LinkTag[]>,
  { plus, minus }: { plus: readonly LinkTag[]; minus: readonly LinkTag[] },
  at: number,
): Promise<number> {
  const changed = new Set([...plus, ...minus].map(each => each.seq))
  if (changed.size === 0) return 0
  await removeLinkTags(tx, minus)
  await putLinkTags(tx, plus, new Map(links.map(link => [link.seq, link.owner_id])))
  const live = new Set(links.filter(isLive).map(link => link.seq))
  const counts = countedTags(plus.filter(each => live.has(each.seq)).map(each => each.tag.seq))
  for (const each of minus)
    if (live.has(each.seq)) counts.set(each.tag.seq, (counts.get(each.tag.seq) ?? 0) - 1)
  await addToTagCounts(tx, counts)
  await countVersions(tx, [...changed], at)
  const removed = new Set(minus.map(each => `${each.seq} ${each.tag.seq}`))
  const touched = links.filter(link => changed.has(link.seq))
  const previous = touched.map(link => ({
    ...link,
    ownerId: link.owner_id,
    tags: (before.get(link.seq) ?? []).map(each => each.tag.name),
  }))
  await indexSearchable(
    tx,
    touched.map(link => {
      const remaining = (before.get(link.seq) ?? []).filter(
        each => !removed.has(`${each.seq} ${each.tag.seq}`),
      )
      const come = plus.filter(each => each.seq === link.seq)
      const tags = [...remaining, ...come].sort((a, b) => a.position - b.position).map(each => each.tag.name)
      return { ...link, ownerId: link.owner_id, tags }
    }),
    previous,
    at,
  )
  return changed.size
}
