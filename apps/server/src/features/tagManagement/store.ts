import { pluck } from '@nestmark/core/pluck'
import { foldText } from '@nestmark/core/words/searchTerms'
import { toNameSortKey } from '@nestmark/core/words/sortKeys'
import { tagKey } from '@nestmark/core/words/tagKey'
import { sql } from 'kysely'
import type { GrantedTags } from '../../access/grant.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { countRows } from '../../db/statements/readRow.ts'
import { pageLimitClause } from '../../db/statements/limitClause.ts'
import { byDate, type ListedLink, listLinks, isNotHidden } from '../links/store.ts'

/** Returns the live tag with this name. */
export async function tagOfName(
  db: Queries,
  ownerId: string,
  name: string,
): Promise<{ seq: number; id: string; name: string; links: number } | undefined> {
  return db
    .selectFrom('tags')
    .select(['seq', 'id', 'name', 'links'])
    .where('owner_id', '=', ownerId)
    .where('name_key', '=', tagKey(name))
    .executeTakeFirst()
}

export async function renameTag(tx: Tx, _granted: GrantedTags, seq: number, name: string): Promise<void> {
  await tx
    .updateTable('tags')
    .set({ name, name_key: tagKey(name), folded: foldText(name), sort_key: toNameSortKey(name) })
    .where('seq', '=', seq)
    .execute()
}

/** Hides tags everywhere. Their rows on links stay for a restore until they are deleted permanently. */
export async function hideTags(
  tx: Tx,
  _granted: GrantedTags,
  seqs: readonly number[],
  at: number,
  mergedInto: number | null,
): Promise<void> {
  // No name begins with '#', so the name itself becomes available for a new tag.
  await sql`update tags set deleted_at = ${at}, merged_into = ${mergedInto}, name_key = ${'#'} || id
    where ${inList(tx, 'seq', seqs)}`.execute(tx)
}

/** Restores tags with their names, which must be available. */
export async function showTags(
  tx: Tx,
  _granted: GrantedTags,
  tags: readonly { seq: number; name: string }[],
): Promise<void> {
  if (tags.length === 0) return
  const rows = tags.map(({ seq, name }) => [seq, tagKey(name)])
  await sql`update tags set deleted_at = null, merged_into = null, name_key = d.key from (
      with d(seq, key) as (${bulkRows(tx, ['int', 'text'], rows)}) select * from d
    ) d where tags.seq = d.seq`.execute(tx)
}

/** Adds a tag to every link that has one of the others, at their position, and records its origin. */
export async function copyLinksToTag(
  tx: Tx,
  _granted: GrantedTags,
  from: readonly number[],
  into: number,
): Promise<void> {
  await sql`insert into link_tags (link_seq, tag_seq, owner_id, position, via)
    select link_seq, ${sql.lit(into)}, owner_id, min(position), min(tag_seq) from link_tags where ${inList(tx, 'tag_seq', from)}
    group by link_seq, owner_id on conflict (link_seq, tag_seq) do nothing`.execute(tx)
  await recount(tx, [into])
}

/** Removes tags from the links that got them by merging these into them. */
export async function unmergeTags(
  tx: Tx,
  _granted: GrantedTags,
  merged: readonly { seq: number; into: number }[],
): Promise<void> {
  for (const [into, group] of Map.groupBy(merged, each => each.into))
    await sql`delete from link_tags where tag_seq = ${into} and ${inList(
      tx,
      'via',
      pluck(group, 'seq'),
    )}`.execute(tx)
  await recount(tx, [...new Set(merged.map(each => each.into))])
}

/** Recounts the live links of tags, when too many rows have changed to add them up. */
async function recount(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await sql`update tags set links = (
      select count(*) from link_tags lt
      join links l on l.seq = lt.link_seq and l.trashed_at is null
      join collections c on c.id = l.collection_id and c.trashed_by is null
      where lt.tag_seq = tags.seq)
    where ${inList(tx, 'seq', seqs)}`.execute(tx)
}

/** Returns how many links, live or not, have one of the tags; includes deleted tags. */
export const countLinkTags = (db: Queries, seqs: readonly number[]): Promise<number> =>
  countRows(db, sql`select 1 from link_tags where ${inList(db, 'tag_seq', seqs)}`)

/** Returns the links with one of the tags, in key order, starting after `after`. */
export async function listTaggedLinkSeqs(
  db: Queries,
  seqs: readonly number[],
  after: number,
): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select distinct link_seq as seq from link_tags where ${inList(db, 'tag_seq', seqs)} and link_seq > ${after}
    order by link_seq`.execute(db)
  return rows.map(row => row.seq)
}

/** Returns the tags of a person that were deleted before a time and not restored. */
export async function deletedBefore(
  db: Queries,
  ownerId: string,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('tags')
    .select('seq')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<=', before)
    .limit(limit)
    .execute()
  return rows.map(row => row.seq)
}

/** Deletes some of the rows of tags on links. Returns how many. */
export async function clearRows(tx: Tx, seqs: readonly number[], limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from link_tags where (link_seq, tag_seq) in (
    select link_seq, tag_seq from link_tags where ${inList(tx, 'tag_seq', seqs)} limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}

export async function clearTags(tx: Tx, seqs: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('tags')
    .where(inList(tx, 'seq', seqs))
    .execute()
}

/** Returns a page of the person's live links with a tag, the newest first. */
export async function selectLinksOfTag(
  db: Queries,
  personId: string,
  seq: number,
  page: number,
): Promise<ListedLink[]> {
  return listLinks(db, {
    personId,
    seqs: sql`select x.seq from link_tags lt join links x on x.seq = lt.link_seq and x.trashed_at is null
      where lt.tag_seq = ${seq} and ${isNotHidden(personId, sql`x.collection_id`)}
      order by ${byDate(1, 'x.')} ${pageLimitClause(page)}`,
    orderBy: byDate(1, 'l.'),
  })
}
