import { pluck } from '@nestmark/core/pluck'
import type { RuleChange } from '@nestmark/core/rules'
import { tagKey } from '@nestmark/core/words/tagKey'
import { grantPermittedCollections, grantPermittedLinks, type GrantedLinks } from '../../access/grant.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { type LinkBefore, recordCreatedTags, recordLinks } from '../../undo/store.ts'
import { type Batch, favouriteBatch, moveBatch, toSubject } from '../links/sets/batches.ts'
import { getPosition } from '../links/lists/linkOrderStore.ts'
import { isLive } from '../links/lists/liveLinks.ts'
import { type LinkTag, tagsOfLinks } from '../links/words/linkTagStore.ts'
import { changeTags } from '../links/sets/tagBatch.ts'
import { ensureAndListCreated } from '../tags/store.ts'
import { insertUndoTexts, setTexts } from './textStore.ts'
import { changeTexts } from '../links/saving/draft.ts'
import { indexSearchable } from '../links/words/linkText.ts'

interface Changing {
  link: LinkWithRole
  change: RuleChange
}

/**
 * Writes what rules change of the actor's own links, with one undo record for all of it: its rows are `texts:` and the id of
 * the record for titles and addresses, `+` and its number for a tag, `home:` and both collections for a move, and `+` for a
 * favourite mark.
 * @param changes by the ids of the links; those in the trash, of others, or encrypted are left out
 * @returns how many links changed
 */
export async function ruleBatch(
  tx: Tx,
  batch: Batch,
  changes: ReadonlyMap<string, RuleChange>,
): Promise<number> {
  const { actor } = batch
  const editable = await grantPermittedLinks(tx, actor, 'links.edit', [...changes.keys()])
  const changing = editable.links.flatMap((link): Changing[] => {
    const change = changes.get(link.id)
    const isOwn = link.owner_id === actor.personId && link.key_id === null && isLive(link)
    return change && isOwn ? [{ link, change }] : []
  })
  if (changing.length === 0) return 0
  const texts = changing
    .filter(({ change }) => change.title !== undefined || change.address !== undefined)
    .map(({ link, change: { title, address } }) => ({
      link,
      ...(title !== undefined && { title }),
      ...(address !== undefined && { address }),
    }))
  const renamed = await changeLinkTexts(tx, editable, texts, batch.at)
  await recordTexts(
    tx,
    batch,
    texts.map(({ link }) => link),
    renamed,
  )
  const byId = new Map(renamed.map(link => [link.id, link]))
  const current = changing.map(({ link, change }) => ({ link: byId.get(link.id) ?? link, change }))
  await addTags(tx, batch, current)
  await mark(tx, batch, current)
  await move(tx, batch, current)
  return changing.length
}

async function recordTexts(
  tx: Tx,
  { actor, at, undo }: Batch,
  before: readonly LinkWithRole[],
  after: readonly LinkWithRole[],
): Promise<void> {
  await recordLinks(
    tx,
    undo,
    after.map(link => [link.seq, `texts:${undo}`, 0]),
  )
  await insertUndoTexts(
    tx,
    after.map((link, nth) => ({
      undo_id: undo,
      link_id: link.id,
      old_title: before[nth]?.title ?? link.title,
      new_title: link.title,
      old_address: before[nth]?.address ?? link.address,
      new_address: link.address,
    })),
  )
  const event = { type: 'link.updated', by: actor.personId, at, undo, isWebhookOnly: true } as const
  await recordEvent(tx, event, after.map(toSubject))
}

async function addTags(tx: Tx, { actor, at, undo }: Batch, changing: readonly Changing[]): Promise<void> {
  const tagged = changing.filter(({ change }) => change.tags)
  const names = tagged.flatMap(({ change }) => change.tags ?? [])
  if (names.length === 0) return
  const { tags, created } = await ensureAndListCreated(tx, actor.personId, names)
  await recordCreatedTags(tx, undo, pluck(created, 'seq'))
  const byKey = new Map(tags.map(tag => [tagKey(tag.name), tag]))
  const links = tagged.map(({ link }) => link)
  const present = await tagsOfLinks(tx, pluck(links, 'seq'))
  const plus = tagged.flatMap(({ link: { seq }, change }) => {
    const last = (present.get(seq) ?? []).reduce((highest, each) => Math.max(highest, each.position), -1)
    return (change.tags ?? []).flatMap((name, nth): LinkTag[] => {
      const tag = byKey.get(tagKey(name))
      return tag ? [{ seq, tag, position: last + 1 + nth }] : []
    })
  })
  await recordLinks(
    tx,
    undo,
    plus.map(({ seq, tag, position }): LinkBefore => [seq, `+${tag.seq}`, position]),
  )
  const event = { type: 'link.tagged', by: actor.personId, at, undo } as const
  await recordEvent(tx, event, links.map(toSubject))
  await changeTags(tx, links, present, { plus, minus: [] }, at)
}

async function mark(tx: Tx, batch: Batch, changing: readonly Changing[]): Promise<void> {
  const ids = changing.filter(({ change }) => change.favourite).map(({ link }) => link.id)
  if (ids.length === 0) return
  await favouriteBatch(tx, batch, await grantPermittedLinks(tx, batch.actor, 'links.favourite', ids), true)
}

async function move(tx: Tx, batch: Batch, changing: readonly Changing[]): Promise<void> {
  const moving = changing.filter(({ change }) => change.collection !== undefined)
  if (moving.length === 0) return
  const granted = await grantPermittedLinks(
    tx,
    batch.actor,
    'links.move',
    moving.map(({ link }) => link.id),
  )
  const places = Map.groupBy(moving, ({ change }) => change.collection ?? '')
  const { collections } = await grantPermittedCollections(tx, batch.actor, 'collections.add', [
    ...places.keys(),
  ])
  for (const to of collections) {
    const ids = new Set(places.get(to.id)?.map(({ link }) => link.id))
    const links = granted.links.filter(link => ids.has(link.id))
    await moveBatch(tx, batch, { ...granted, links }, to, link => [
      link.seq,
      `home:${to.id}:${link.collection_id}`,
      getPosition(link),
    ])
  }
}

/** A link with its new title or address. */
export interface TextChange {
  link: LinkWithRole
  title?: string
  address?: string
}

/**
 * Changes titles and addresses of links of one owner, and their entries of the search index. The page of a link stays the
 * same: neither is it read again, nor are its copies and highlights affected.
 * @returns the links with their new texts, in the same order
 */
export async function changeLinkTexts(
  tx: Tx,
  granted: GrantedLinks<'links.edit'>,
  changes: readonly TextChange[],
  at: number,
): Promise<LinkWithRole[]> {
  if (changes.length === 0) return []
  const changed = changes.map(({ link, ...texts }) => changeTexts(link, texts))
  await setTexts(tx, granted, changed, at)
  const tags = await tagsOfLinks(tx, pluck(changed, 'seq'))
  const toText = (link: LinkWithRole) => ({
    ...link,
    ownerId: link.owner_id,
    tags: (tags.get(link.seq) ?? []).map(each => each.tag.name),
  })
  const previous = changes.map(({ link }) => toText(link))
  await indexSearchable(tx, changed.map(toText), previous, at)
  return changed
}
