import { sql } from 'kysely'
import { bulkRows } from '../../db/bulk.ts'
import type { Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { reindexLinks } from '../tagManagement/reindex.ts'
import { addToTagCounts } from '../tags/counters.ts'
import { ensureTags, tagKey, tagsByKey } from '../tags/store.ts'

/** The number of links per statement, with a pause after each, so that the process can answer other requests. */
const linksAtOnce = 500
/** Lets the process answer other requests. */
export const breath = () => new Promise<void>(go => setImmediate(go))

interface Owners {
  from: string
  to: string
}

interface Row {
  seq: number
  id: string
  live: number
}

/**
 * Transfers the links of these collections: the rows, their tags by the same names, their short addresses.
 * @returns the keys of the links in parts, for `refreshLinks`
 */
export async function moveLinks(tx: Tx, collections: readonly string[], owners: Owners): Promise<number[][]> {
  const parts: number[][] = []
  const tags = new Map<number, number>()
  const { rows: all } = await sql<Row>`select l.seq, l.id,
        case when l.trashed_at is null and c.trashed_by is null then 1 else 0 end as live
      from links l join collections c on c.id = l.collection_id
      where ${inList(tx, 'l.collection_id', collections)} order by l.seq`.execute(tx)
  for (let at = 0; at < all.length; at += linksAtOnce) {
    const rows = all.slice(at, at + linksAtOnce)
    const seqs = rows.map(row => row.seq)
    // A request key belongs to the person who sent it.
    await sql`update links set owner_id = ${owners.to}, request_key = null where ${inList(tx, 'seq', seqs)}`.execute(
      tx,
    )
    await sql`update short_links set owner_id = ${owners.to} where ${inList(
      tx,
      'link_id',
      rows.map(row => row.id),
    )}`.execute(tx)
    await moveTags(tx, rows, owners, tags)
    parts.push(seqs)
    await breath()
  }
  return parts
}

/**
 * Replaces tags by those of the new owner with the same names.
 * @param known the new owner's tag of each, found so far
 */
async function moveTags(
  tx: Tx,
  rows: readonly Row[],
  { to }: Owners,
  known: Map<number, number>,
): Promise<void> {
  const seqs = rows.map(row => row.seq)
  const { rows: tagged } = await sql<{ link: number; tag: number; name: string; deleted: number }>`
    select lt.link_seq as link, lt.tag_seq as tag, t.name, case when t.deleted_at is null then 0 else 1 end as deleted
    from link_tags lt join tags t on t.seq = lt.tag_seq where ${inList(tx, 'lt.link_seq', seqs)}`.execute(tx)
  if (tagged.length === 0) return
  const names = new Map(
    tagged.filter(row => !row.deleted && !known.has(row.tag)).map(row => [row.tag, row.name]),
  )
  if (names.size > 0) {
    await ensureTags(tx, to, [...names.values()])
    const theirs = await tagsByKey(tx, to, [...names.values()].map(tagKey))
    for (const [seq, name] of names) known.set(seq, theirs.get(tagKey(name))!.seq)
  }
  // Deleted or merged tags can be restored only on links that still belong to the same owner.
  const deletedTags = [...new Set(tagged.filter(row => row.deleted).map(row => row.tag))]
  if (deletedTags.length > 0)
    await sql`delete from link_tags where ${inList(tx, 'link_seq', seqs)} and ${inList(tx, 'tag_seq', deletedTags)}`.execute(
      tx,
    )
  const pairs = [...new Set(tagged.filter(row => !row.deleted).map(row => row.tag))].map(tag => [
    tag,
    known.get(tag)!,
  ])
  if (pairs.length > 0)
    await sql`update link_tags set tag_seq = d.other, owner_id = ${to}, via = null
      from (with d(tag, other) as (${bulkRows(tx, ['int', 'int'], pairs)}) select * from d) d
      where link_tags.tag_seq = d.tag and ${inList(tx, 'link_tags.link_seq', seqs)}`.execute(tx)
  const live = new Set(rows.filter(row => row.live).map(row => row.seq))
  const counts = new Map<number, number>()
  const add = (tag: number, by: number) => counts.set(tag, (counts.get(tag) ?? 0) + by)
  for (const row of tagged) {
    if (!live.has(row.link)) continue
    add(row.tag, -1)
    if (!row.deleted) add(known.get(row.tag)!, 1)
  }
  await addToTagCounts(tx, counts)
}

/** Updates the search index and the pictures of links to their owner. Idempotent. */
export async function refreshLinks(tx: Tx, to: string, seqs: readonly number[]): Promise<void> {
  await reindexLinks(tx, seqs)
  await sql`update pictures set owner_id = ${to} where owner_id <> ${to} and id in (
    select picture_id from links where ${inList(tx, 'seq', seqs)} and owner_id = ${to} and picture_id is not null)`.execute(
    tx,
  )
  await breath()
}
