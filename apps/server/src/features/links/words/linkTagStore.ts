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
