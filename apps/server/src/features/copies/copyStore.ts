import type { CaptureFormat, ArchiveMode } from '@nestmark/contract/reading/copies'
import { sql } from 'kysely'
import type { CopyRow, CopyVersionRow } from '../../db/tables/copyTables.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { type FileRow, type PageFileKind, pageFileKinds } from '../../db/tables/fileTables.ts'
import { readRow, hasRow } from '../../db/statements/readRow.ts'
import type { Pictures } from '../../media/mediaTasks.ts'
import { insertPicture } from '../uploads/previews/pictureStore.ts'
import { byDate, withSameAddress } from '../links/store.ts'

/** A link with what decides about its copies. */
export interface LinkWithCopy {
  seq: number
  id: string
  owner_id: string
  /** Both are '' for an encrypted link. */
  title: string
  address: string
  category: number
  /** 1 when the link, its collection or one above is in the trash. */
  is_trashed: number
  /** The choice of the owner, and their plan. */
  owner_keep: ArchiveMode
  plan: number
  /** The choice for the link. */
  keep: ArchiveMode | null
  state: CopyRow['state'] | null
  /** The address of the last attempt. */
  tried_address: string | null
}

/** Returns a link with the choices that apply to its copies. */
export async function findLinkWithCopy(db: Queries, id: string): Promise<LinkWithCopy | undefined> {
  const { rows } = await sql<LinkWithCopy>`select l.seq, l.id, l.owner_id, l.category,
      case when l.key_id is null then l.title else '' end as title, case when l.key_id is null then l.address else '' end as address,
      case when l.trashed_at is null and c.trashed_by is null then 0 else 1 end as is_trashed, p.keep_copies as owner_keep, p.plan,
      k.keep, k.state, k.address as tried_address
    from links l join people p on p.id = l.owner_id join collections c on c.id = l.collection_id
    left join copies k on k.link_id = l.id where l.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns a person's links whose address has this key: those of exactly this address first, then the newest; at most 200. */
export async function listOwnAddresses(
  db: Queries,
  personId: string,
  { address, key }: { address: string; key: string },
): Promise<{ id: string; address: string }[]> {
  const { rows } = await sql<{ id: string; address: string }>`
    select x.id, x.address ${withSameAddress(db, personId, key)}
    order by case when x.address = ${address} then 0 else 1 end, ${byDate(1, 'x.')} limit 200`.execute(db)
  return rows
}

export async function findCopy(db: Queries, linkId: string): Promise<CopyRow | undefined> {
  return db.selectFrom('copies').selectAll().where('link_id', '=', linkId).executeTakeFirst()
}

/** Returns the versions of a page, the newest first. */
export async function listVersions(db: Queries, linkId: string): Promise<CopyVersionRow[]> {
  return db
    .selectFrom('copy_versions')
    .selectAll()
    .where('link_id', '=', linkId)
    .orderBy('number', 'desc')
    .execute()
}

/** Returns the highest number of the versions of a page, with those that were removed and can be restored; 0 without any. */
export async function findLastNumber(db: Queries, linkId: string): Promise<number> {
  const { last } = await readRow(
    db,
    sql<{ last: number }>`select coalesce(max(number), 0) as last from (
      select number from copy_versions where link_id = ${linkId}
      union all select position from removed_files where link_id = ${linkId} and kind in ('copy', 'reader')) n`,
  )
  return last
}

/** A file of a page: of one of its versions, by their number as its position, or what a browser made of it. */
export interface PageFile extends Pick<FileRow, 'id' | 'name' | 'position' | 'blob_id' | 'created_at'> {
  kind: PageFileKind
  /** Bytes. */
  size: number
}

export async function filesOfPage(db: Queries, linkId: string): Promise<PageFile[]> {
  const { rows } =
    await sql<PageFile>`select f.id, f.name, f.kind, f.position, f.blob_id, f.created_at, b.size
    from files f join blobs b on b.id = f.blob_id
    where f.link_id = ${linkId} and f.kind in (${sql.join(pageFileKinds)})`.execute(db)
  return rows
}

/** Deletes captures of the pages of links. Returns the blobs of their files. */
export async function deleteCaptures(
  tx: Tx,
  linkIds: readonly string[],
  formats: readonly CaptureFormat[],
): Promise<string[]> {
  if (linkIds.length === 0) return []
  const { rows } = await sql<{ blob_id: string }>`delete from files where ${inList(tx, 'link_id', linkIds)}
    and kind in (${sql.join(formats)}) returning blob_id`.execute(tx)
  return rows.map(row => row.blob_id)
}

export async function insertVersion(tx: Tx, version: CopyVersionRow): Promise<void> {
  await tx.insertInto('copy_versions').values(version).execute()
}

/** Deletes versions of a page with their files. Returns the blobs of the files. */
export async function deleteVersions(tx: Tx, linkId: string, numbers: readonly number[]): Promise<string[]> {
  if (numbers.length === 0) return []
  const { rows } = await sql<{ blob_id: string }>`delete from files where link_id = ${linkId}
    and kind in ('copy', 'reader') and ${inList(tx, 'position', numbers)} returning blob_id`.execute(tx)
  await sql`delete from copy_versions where link_id = ${linkId} and ${inList(tx, 'number', numbers)}`.execute(
    tx,
  )
  return rows.map(row => row.blob_id)
}

/** Shows a picture with a link that has none. */
export async function setFirstPicture(
  tx: Tx,
  { seq, owner_id: ownerId }: Pick<LinkWithCopy, 'seq' | 'owner_id'>,
  pictures: Pictures,
  now: number,
): Promise<void> {
  const link = await tx
    .selectFrom('links')
    .select('seq')
    .where('seq', '=', seq)
    .where('picture_id', 'is', null)
    .where('picture_source', 'is', null)
    .executeTakeFirst()
  if (!link) return
  const picture = await insertPicture(tx, ownerId, pictures, now)
  await tx.updateTable('links').set({ picture_id: picture }).where('seq', '=', seq).execute()
}

/** Stores the text of a page, compressed. */
export async function setPageText(tx: Tx, seq: number, text: Uint8Array): Promise<void> {
  await tx
    .insertInto('page_texts')
    .values({ link_seq: seq, text })
    .onConflict(conflict => conflict.column('link_seq').doUpdateSet({ text }))
    .execute()
}

/** Copies the stored texts of links to other links. Returns the sequence numbers of those that got one. */
export async function copyPageTexts(
  tx: Tx,
  links: readonly { from: string; seq: number }[],
): Promise<number[]> {
  const rows = bulkRows(
    tx,
    ['text', 'int'],
    links.map(({ from, seq }) => [from, seq]),
  )
  const { rows: copied } = await sql<{ seq: number }>`insert into page_texts (link_seq, text)
    select d.seq, t.text from (with d(source, seq) as (${rows}) select * from d) d
    join links l on l.id = d.source join page_texts t on t.link_seq = l.seq
    returning link_seq as seq`.execute(tx)
  return copied.map(row => row.seq)
}

/** Returns the stored texts of links, compressed. */
export async function readPageTexts(
  db: Queries,
  seqs: readonly number[],
): Promise<{ seq: number; text: Uint8Array }[]> {
  if (seqs.length === 0) return []
  const rows = await db
    .selectFrom('page_texts')
    .select(['link_seq as seq', 'text'])
    .where(inList(db, 'link_seq', seqs))
    .execute()
  return rows
}

export async function readOwnerChoice(db: Queries, personId: string): Promise<ArchiveMode | undefined> {
  const row = await db
    .selectFrom('people')
    .select('keep_copies')
    .where('id', '=', personId)
    .executeTakeFirst()
  return row?.keep_copies
}

export async function setOwnerChoice(tx: Tx, personId: string, keep: ArchiveMode): Promise<void> {
  await tx.updateTable('people').set({ keep_copies: keep }).where('id', '=', personId).execute()
}

/** Returns whether a copy of the page of a link is due or being made. */
export async function hasDueCopy(
  db: Queries,
  link: Pick<LinkWithCopy, 'id' | 'owner_id'>,
  kind: string,
  now: number,
): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('jobs')
      .where('owner_id', '=', link.owner_id)
      .where('kind', '=', kind)
      .where('finished_at', 'is', null)
      .where('run_after', '<=', now)
      .where('payload', 'like', `{"link":"${link.id}"%`),
  )
}
