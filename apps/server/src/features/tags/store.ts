import { assertDefined } from '@nestmark/core/assertDefined'
import { foldText } from '@nestmark/core/words/searchTerms'
import { toNameSortKey } from '@nestmark/core/words/sortKeys'
import { tagKey } from '@nestmark/core/words/tagKey'
import { type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { Batch } from '../../db/statements/batch.ts'
import { bulkRows, newRows } from '../../db/statements/bulkRows.ts'
import { inList } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'

export interface TagRef {
  seq: number
  id: string
  name: string
}

/** Returns the names without duplicates and without a leading '#', in their order. */
export function distinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const raw of names) {
    const name = raw.trim().replace(/^[\s#]+(?=.)/, '')
    if (name && !seen.has(tagKey(name))) seen.set(tagKey(name), name)
  }
  return [...seen.values()]
}

/** Returns the person's tags with these names, in the order of the names; creates missing ones. */
export async function ensureTags(tx: Tx, ownerId: string, names: readonly string[]): Promise<TagRef[]> {
  return (await ensureAndListCreated(tx, ownerId, names)).tags
}

/** Returns the tags with these names, creating missing ones, and those that it created. */
export async function ensureAndListCreated(
  tx: Tx,
  ownerId: string,
  names: readonly string[],
): Promise<{ tags: TagRef[]; created: TagRef[] }> {
  const wanted = distinctNames(names)
  if (wanted.length === 0) return { tags: [], created: [] }
  const keys = wanted.map(tagKey)
  const known = await tagsByKey(tx, ownerId, keys)
  const missing = wanted.filter(name => !known.has(tagKey(name)))
  if (missing.length > 0) await newTags(tx, ownerId, missing).execute(tx)
  const found = missing.length > 0 ? await tagsByKey(tx, ownerId, keys) : known
  return {
    tags: keys.map(key => assertDefined(found.get(key), 'tag')),
    created: missing.map(name => assertDefined(found.get(tagKey(name)), 'tag')),
  }
}

/** Deletes those of the tags that no link has and none was merged into. */
export async function deleteUnusedTags(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await sql`delete from tags where ${inList(tx, 'seq', seqs)}
    and not exists (select 1 from link_tags where link_tags.tag_seq = tags.seq)
    and not exists (select 1 from tags other where other.merged_into = tags.seq)`.execute(tx)
}

/** Returns the person's tags by key; the key of a deleted tag equals no name. */
export async function tagsByKey(
  tx: Queries,
  ownerId: string,
  keys: readonly string[],
): Promise<Map<string, TagRef>> {
  const rows = await tx
    .selectFrom('tags')
    .select(['seq', 'id', 'name', 'name_key'])
    .where('owner_id', '=', ownerId)
    .where(inList(tx, 'name_key', keys))
    .execute()
  return new Map(rows.map(row => [row.name_key, { seq: row.seq, id: row.id, name: row.name }]))
}

/**
 * Adds the tags of new links to a batch, after their rows: creates missing tags, and writes the tags of each link in
 * their order.
 */
export function addTagsInBatch(
  batch: Batch,
  ownerId: string,
  links: readonly { id: string; tags: readonly string[] }[],
): void {
  const names = new Map(links.flatMap(({ tags }) => tags).map(name => [tagKey(name), name]))
  if (names.size === 0) return
  batch.add(newTags(batch.tx, ownerId, [...names.values()]))
  const rows = links.flatMap(({ id, tags }) => tags.map((name, position) => [id, tagKey(name), position]))
  batch.add(sql`insert into link_tags (link_seq, tag_seq, owner_id, position)
    with r(link_id, name_key, position) as (${bulkRows(batch.tx, ['text', 'text', 'int'], rows)})
    select (select seq from links where id = r.link_id),
      (select seq from tags where owner_id = ${ownerId} and name_key = r.name_key), ${ownerId}, r.position from r`)
  const counts = countedTags(links.flatMap(({ tags }) => tags.map(tagKey)))
  // `in` and a subquery instead of `from d`: without statistics SQLite would scan all the person's tags.
  batch.add(sql`with d(name_key, n) as (${bulkRows(batch.tx, ['text', 'int'], [...counts])})
    update tags set links = tags.links + (select n from d where d.name_key = tags.name_key)
    where owner_id = ${ownerId} and name_key in (select name_key from d)`)
}

function newTags(tx: Tx, ownerId: string, names: readonly string[]): RawBuilder<unknown> {
  // Sorted, so that two transactions that insert the same new tags cannot deadlock.
  const sorted = names.map(name => ({ name, key: tagKey(name) })).sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = sorted.map(({ name, key }) => [
    newId(),
    ownerId,
    name,
    key,
    foldText(name),
    toNameSortKey(name),
  ])
  return sql`insert into tags (id, owner_id, name, name_key, folded, sort_key) ${newRows(tx, ['text', 'text', 'text', 'text', 'text', 'text'], rows)}
    on conflict (owner_id, name_key) do nothing`
}

/**
 * Sets the tags of a link in this order, and removes all others. Keeps the rows of deleted tags, and the origin of
 * existing rows, so that a deleted or merged tag can be restored as it was.
 * @param live true when the link counts: neither it nor its collection is in the trash
 */
export async function setLinkTags(
  tx: Tx,
  { ownerId, linkSeq, live }: { ownerId: string; linkSeq: number; live: boolean },
  tags: readonly TagRef[],
): Promise<void> {
  const before = new Set((await tagsOfLink(tx, linkSeq)).map(tag => tag.seq))
  const wanted = new Set(tags.map(tag => tag.seq))
  const removed = [...before].filter(seq => !wanted.has(seq))
  const added = [...wanted].filter(seq => !before.has(seq))
  if (removed.length > 0)
    await tx
      .deleteFrom('link_tags')
      .where('link_seq', '=', linkSeq)
      .where(inList(tx, 'tag_seq', removed))
      .execute()
  if (tags.length > 0) await insertLinkTags(tx, ownerId, linkSeq, tags)
  if (live) await addToTagCounts(tx, new Map([...countedTags(added), ...countedTags(removed, -1)]))
}

async function insertLinkTags(
  tx: Tx,
  ownerId: string,
  linkSeq: number,
  tags: readonly TagRef[],
): Promise<void> {
  const rows = tags.map((tag, position) => [linkSeq, tag.seq, ownerId, position])
  await sql`insert into link_tags (link_seq, tag_seq, owner_id, position)
    ${bulkRows(tx, ['int', 'int', 'text', 'int'], rows)}
    on conflict (link_seq, tag_seq) do update set position = excluded.position`.execute(tx)
}

/** Returns the names of the owner's live tags among these. */
export async function namesOfTags(tx: Tx, ownerId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('tags')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(tag => tag.name)
}

/** Returns the tags of a link, in their order. */
export async function tagsOfLink(db: Queries, linkSeq: number): Promise<TagRef[]> {
  return db
    .selectFrom('link_tags as lt')
    .innerJoin('tags as t', 't.seq', 'lt.tag_seq')
    .select(['t.seq', 't.id', 't.name'])
    .where('lt.link_seq', '=', linkSeq)
    .where('t.deleted_at', 'is', null)
    .orderBy('lt.position')
    .execute()
}

/**
 * Updates the number of live links of tags, deleted ones included, so that a restored tag has the correct number.
 * The transaction must have the lock on the person's row, as for every change of a library.
 */
export async function addToTagCounts(tx: Tx, changes: ReadonlyMap<number, number>): Promise<void> {
  const rows = [...changes].filter(([, by]) => by !== 0)
  if (rows.length === 0) return
  await sql`update tags set links = tags.links + d.n from (
      with d(seq, n) as (${bulkRows(tx, ['int', 'int'], rows)}) select * from d
    ) d where tags.seq = d.seq`.execute(tx)
}

/**
 * Counts links that appear (1) or disappear (-1) with all their tags, in one statement.
 * @param seqs a subquery of the links' keys
 */
export async function countLinksOfTags(tx: Tx, seqs: RawBuilder<unknown>, by: 1 | -1): Promise<void> {
  await sql`update tags set links = tags.links + ${sql.lit(by)} * d.n from (
      select lt.tag_seq, count(*) as n from link_tags lt where lt.link_seq in (${seqs}) group by lt.tag_seq
    ) d where tags.seq = d.tag_seq`.execute(tx)
}

/** Returns how often each tag occurs. */
export function countedTags<Key>(tags: Iterable<Key>, by = 1): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + by)
  return counts
}
