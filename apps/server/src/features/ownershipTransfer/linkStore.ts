import { sql } from 'kysely'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'

export interface TransferredLink {
  seq: number
  id: string
  live: number
}

/** Returns the links of these collections, including hidden ones, by their keys. */
export async function linksInside(tx: Tx, collections: readonly string[]): Promise<TransferredLink[]> {
  const { rows } = await sql<TransferredLink>`select l.seq, l.id,
        case when l.trashed_at is null and c.trashed_by is null then 1 else 0 end as live
      from links l join collections c on c.id = l.collection_id
      where ${inList(tx, 'l.collection_id', collections)} order by l.seq`.execute(tx)
  return rows
}

/** Transfers the rows of links and their short addresses. */
export async function setOwnerOfLinks(
  tx: Tx,
  links: readonly Pick<TransferredLink, 'seq' | 'id'>[],
  to: string,
): Promise<void> {
  const seqs = links.map(link => link.seq)
  const ids = links.map(link => link.id)
  // A request key belongs to the person who sent it.
  await sql`update links set owner_id = ${to}, request_key = null where ${inList(tx, 'seq', seqs)}`.execute(
    tx,
  )
  // Checks belong to the person whose links they were.
  await sql`delete from link_checks where ${inList(tx, 'link_id', ids)}`.execute(tx)
  await sql`update short_links set owner_id = ${to} where ${inList(tx, 'link_id', ids)}`.execute(tx)
}

/** Returns the tags of links, deleted ones included. */
export async function allTagsOfLinks(
  tx: Tx,
  seqs: readonly number[],
): Promise<{ link: number; tag: number; name: string; deleted: number }[]> {
  const { rows } = await sql<{ link: number; tag: number; name: string; deleted: number }>`
    select lt.link_seq as link, lt.tag_seq as tag, t.name, case when t.deleted_at is null then 0 else 1 end as deleted
    from link_tags lt join tags t on t.seq = lt.tag_seq where ${inList(tx, 'lt.link_seq', seqs)}`.execute(tx)
  return rows
}

/** Removes these tags from these links. */
export async function removeTags(tx: Tx, seqs: readonly number[], tags: readonly number[]): Promise<void> {
  if (tags.length > 0)
    await sql`delete from link_tags where ${inList(tx, 'link_seq', seqs)} and ${inList(tx, 'tag_seq', tags)}`.execute(
      tx,
    )
}

/** Replaces tags of these links by tags of another owner. */
export async function replaceTags(
  tx: Tx,
  seqs: readonly number[],
  pairs: readonly (readonly [tag: number, other: number])[],
  to: string,
): Promise<void> {
  if (pairs.length > 0)
    await sql`update link_tags set tag_seq = d.other, owner_id = ${to}, via = null
      from (with d(tag, other) as (${bulkRows(tx, ['int', 'int'], pairs)}) select * from d) d
      where link_tags.tag_seq = d.tag and ${inList(tx, 'link_tags.link_seq', seqs)}`.execute(tx)
}

/** Transfers the pictures of those links that belong to the person. */
export async function setOwnerOfPictures(tx: Tx, seqs: readonly number[], to: string): Promise<void> {
  await sql`update pictures set owner_id = ${to} where owner_id <> ${to} and id in (
    select picture_id from links where ${inList(tx, 'seq', seqs)} and owner_id = ${to} and picture_id is not null)`.execute(
    tx,
  )
}
