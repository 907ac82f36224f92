import { type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { Batch } from '../../db/batch.ts'
import { bulkRows } from '../../db/bulk.ts'
import { inList, placeOf } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'

export interface TagRef {
  seq: number
  id: string
  name: string
}

/** Two tags are one when they are the same without case; accents count, for they part words. */
export function tagKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** The names without repeats and without a leading '#', in their order. */
export function distinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const raw of names) {
    const name = raw.trim().replace(/^#+(?=.)/, '')
    if (name && !seen.has(tagKey(name))) seen.set(tagKey(name), name)
  }
  return [...seen.values()]
}

/** The person's tags of these names, made where they are new, in the order of the names. */
export async function ensureTags(tx: Tx, ownerId: string, names: readonly string[]): Promise<TagRef[]> {
  const wanted = distinctNames(names)
  if (wanted.length === 0) return []
  const keys = wanted.map(tagKey)
  let known = await tagsByKey(tx, ownerId, keys)
  if (known.size < wanted.length) {
    await newTags(
      tx,
      ownerId,
      wanted.filter(name => !known.has(tagKey(name))),
    ).execute(tx)
    known = await tagsByKey(tx, ownerId, keys)
  }
  return keys.map(key => known.get(key)!)
}

async function tagsByKey(tx: Tx, ownerId: string, keys: readonly string[]): Promise<Map<string, TagRef>> {
  const rows = await tx
    .selectFrom('tags')
    .select(['seq', 'id', 'name', 'name_key'])
    .where('owner_id', '=', ownerId)
    .where(inList(tx, 'name_key', keys))
    .execute()
  return new Map(rows.map(row => [row.name_key, { seq: row.seq, id: row.id, name: row.name }]))
}

/** Adds to a batch the tags of links that it makes before: tags that are new, and which link has which, in their order. */
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
}

function newTags(tx: Tx, ownerId: string, names: readonly string[]): RawBuilder<unknown> {
  const rows = names.map(name => [newId(), ownerId, name, tagKey(name)])
  // Sorted, so that two savers of the same new tags wait for each other and never in a ring.
  rows.sort((a, b) => (a[3]! < b[3]! ? -1 : 1))
  return sql`insert into tags (id, owner_id, name, name_key) ${bulkRows(tx, ['text', 'text', 'text', 'text'], rows)}
    on conflict (owner_id, name_key) do nothing`
}

/** Puts the tags onto a link in this order, and takes all others off. */
export async function setLinkTags(
  tx: Tx,
  ownerId: string,
  linkSeq: number,
  tags: readonly TagRef[],
): Promise<void> {
  await tx.deleteFrom('link_tags').where('link_seq', '=', linkSeq).execute()
  await addLinkTags(tx, ownerId, linkSeq, tags)
}

/** Puts the tags onto a link that has none yet. */
export async function addLinkTags(
  tx: Tx,
  ownerId: string,
  linkSeq: number,
  tags: readonly TagRef[],
): Promise<void> {
  if (tags.length === 0) return
  const rows = tags.map((tag, position) => [linkSeq, tag.seq, ownerId, position])
  await sql`insert into link_tags (link_seq, tag_seq, owner_id, position)
    ${bulkRows(tx, ['int', 'int', 'text', 'int'], rows)}`.execute(tx)
}

/** The tags of a link, in the order they were given. */
export async function tagsOfLink(db: Queries, linkSeq: number): Promise<TagRef[]> {
  return db
    .selectFrom('link_tags as lt')
    .innerJoin('tags as t', 't.seq', 'lt.tag_seq')
    .select(['t.seq', 't.id', 't.name'])
    .where('lt.link_seq', '=', linkSeq)
    .orderBy('lt.position')
    .execute()
}

/** All tags of a person by name, each with the number of its live links. */
export async function tagsWithCounts(db: Queries, ownerId: string) {
  const { rows } = await sql<{ id: string; name: string; n: number }>`
    select t.id, t.name, count(c.id) as n
    from tags t
    left join link_tags lt on lt.tag_seq = t.seq
    left join links l on l.seq = lt.link_seq and l.trashed_at is null
    left join collections c on c.id = l.collection_id and c.trashed_by is null
    where t.owner_id = ${ownerId}
    group by t.id, t.name, t.name_key
    order by t.name_key, t.id`.execute(db)
  return rows
}

/** The person's tags that hold the text, those that begin with it first, then the most used. */
export async function tagsHolding(db: Queries, ownerId: string, text: string, count: number) {
  const key = tagKey(text)
  const place = placeOf(db, sql.ref('t.name_key'), key)
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, t.name from tags t
    where t.owner_id = ${ownerId} and ${key === '' ? sql`true` : sql`${place} > 0`}
    order by case when ${key === '' ? sql`1` : place} = 1 then 0 else 1 end,
      (select count(*) from link_tags lt where lt.tag_seq = t.seq) desc, t.name_key
    limit ${count}`.execute(db)
  return rows
}
