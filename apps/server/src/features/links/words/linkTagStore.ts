import { assertDefined } from '@nestmark/core/assertDefined'
import { limits } from '@nestmark/core/limits'
import { sql } from 'kysely'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import type { TagRef } from '../../tags/store.ts'

/** A tag on a link, with its position. */
export interface LinkTag {
  seq: number
  tag: TagRef
  position: number
}

/** Returns the tags of many links in one statement. */
export async function tagsOfLinks(tx: Tx, seqs: readonly number[]): Promise<Map<number, LinkTag[]>> {
  if (seqs.length === 0) return new Map()
  const rows = await tx
    .selectFrom('link_tags as lt')
    .innerJoin('tags as t', 't.seq', 'lt.tag_seq')
    .select(['lt.link_seq', 'lt.position', 't.seq', 't.id', 't.name'])
    .where(inList(tx, 'lt.link_seq', seqs))
    .where('t.deleted_at', 'is', null)
    .execute()
  const tags = rows.map(({ link_seq: seq, position, ...tag }) => ({ seq, position, tag }))
  return Map.groupBy(tags, each => each.seq)
}

/** Returns those of the tags that a link does not have, behind its own, as many as it may have. */
export function placeBehind(seq: number, own: readonly LinkTag[], tags: readonly TagRef[]): LinkTag[] {
  const has = new Set(own.map(each => each.tag.seq))
  const last = own.reduce((highest, each) => Math.max(highest, each.position), -1)
  return tags
    .filter(tag => !has.has(tag.seq) && has.add(tag.seq))
    .slice(0, Math.max(0, limits.tagsPerLink - own.length))
    .map((tag, nth) => ({ seq, tag, position: last + 1 + nth }))
}

export async function removeLinkTags(tx: Tx, tags: readonly LinkTag[]): Promise<void> {
  if (tags.length === 0) return
  const pairs = tags.map(each => [each.seq, each.tag.seq])
  await sql`delete from link_tags where (link_seq, tag_seq) in
    (${bulkRows(tx, ['int', 'int'], pairs)})`.execute(tx)
}

/**
 * Adds tags to links; a tag that a link already has gets the position.
 * @param ownerOf the owner of each link
 */
export async function putLinkTags(
  tx: Tx,
  tags: readonly LinkTag[],
  ownerOf: ReadonlyMap<number, string>,
): Promise<void> {
  if (tags.length === 0) return
  const rows = tags.map(each => [
    each.seq,
    each.tag.seq,
    assertDefined(ownerOf.get(each.seq), 'owner'),
    each.position,
  ])
  await sql`insert into link_tags (link_seq, tag_seq, owner_id, position)
    ${bulkRows(tx, ['int', 'int', 'text', 'int'], rows)}
    on conflict (link_seq, tag_seq) do update set position = excluded.position`.execute(tx)
}

/** Returns the ids of those links that exist. */
export async function linkIds(tx: Tx, seqs: readonly number[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('links')
    .select('id')
    .where(inList(tx, 'seq', seqs))
    .execute()
  return rows.map(row => row.id)
}

/**
 * Deletes all tags of links, those of deleted tags included, and the records by which an undo would add or remove them.
 * Entries of the activity list no longer lead to such a record.
 */
export async function deleteTagsOfLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('link_tags')
    .where(inList(tx, 'link_seq', seqs))
    .execute()
  await sql`update activities set batch = id, undo_id = null where kind = 'tag_links' and batch in (
    select undo_id from undo_links where ${inList(tx, 'link_seq', seqs)})`.execute(tx)
  await sql`delete from undo_links where ${inList(tx, 'link_seq', seqs)}
    and exists (select 1 from undo_records r where r.id = undo_links.undo_id and (r.kind = 'tagLinks' or (r.kind = 'applyRules' and undo_links.old_state like '+_%')))`.execute(
    tx,
  )
}

/** Returns those owners whose root collection keeps tags inside the encryption. */
export async function listHidingOwners(tx: Tx, ownerIds: readonly string[]): Promise<Set<string>> {
  const roots = await tx
    .selectFrom('collections')
    .select('owner_id')
    .where(inList(tx, 'owner_id', ownerIds))
    .where('parent_id', 'is', null)
    .where('hide_tags', '=', 1)
    .execute()
  return new Set(roots.map(root => root.owner_id))
}
