import { pluck } from '@nestmark/core/pluck'
import { type RawBuilder, sql } from 'kysely'
import type { Granted } from '../../access/grant.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { unindexLinks } from '../../db/searchText/fullText.ts'
import { inList, joinInOrder, rowLock } from '../../db/dialect.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import { countRows, readRow } from '../../db/statements/readRow.ts'
import type { EventSubject } from '../../domainEvents/event.ts'
import { withDescendants } from '../collections/subtreeQuery.ts'
import { updateBlobUse } from '../uploads/storage/blobStore.ts'
import { blobsOfLinks, deleteFilesOfLinks, linksWithFiles } from '../uploads/linkFileStore.ts'
import { lockOwners } from '../uploads/storage/storageStore.ts'
import { forgetWords, sweepWordsLater, listWords } from '../links/words/linkText.ts'
import { lockSearchableLinks } from '../links/words/searchableStore.ts'
import { countLinksOfTags } from '../tags/store.ts'
import { toPageRange, pageLimitClause } from '../../db/statements/limitClause.ts'
import { countCollections, listCollections } from '../collections/store.ts'
import { listLinks } from '../links/store.ts'

/** Selects the links hidden by a trashed top; links trashed individually are excluded. */
const linksBehind = (top: string) => sql`select l.seq from collections c
  join links l on l.collection_id = c.id and l.trashed_at is null where c.trashed_by = ${top}`

type Counts = [number, number, number, number, number]
const sums = sql.raw(
  'coalesce(sum(n1),0) a, coalesce(sum(n2),0) b, coalesce(sum(n3),0) c, coalesce(sum(n4),0) d, coalesce(sum(n5),0) e',
)

async function readCounts(tx: Queries, which: RawBuilder<boolean>): Promise<Counts> {
  const { a, b, c, d, e } = await readRow(
    tx,
    sql<{ a: number; b: number; c: number; d: number; e: number }>`
    select ${sums} from collections where ${which}`,
  )
  return [a, b, c, d, e]
}

/** Hides a subtree with its top. Returns the number of links removed from the library, by category. */
export async function hideSubtree(
  tx: Tx,
  _granted: Granted<'collections.trash'>,
  top: string,
  at: number,
): Promise<Counts> {
  // Links and collections that were trashed individually are unchanged.
  await sql`update collections set trashed_by = ${top}
    where id in (${withDescendants(tx, [top], true)} select id from down)`.execute(tx)
  await tx.updateTable('collections').set({ trashed_at: at }).where('id', '=', top).execute()
  await countLinksOfTags(tx, linksBehind(top), -1)
  return readCounts(tx, sql<boolean>`trashed_by = ${top}`)
}

/**
 * Detaches a collection from the trashed one that hides it: it becomes a top in the trash, with all its hidden
 * descendants.
 */
export async function detachSubtree(
  tx: Tx,
  _granted: Granted<'collections.trash'>,
  top: string,
  at: number,
): Promise<void> {
  await sql`update collections set trashed_by = ${top}
    where trashed_by = (select trashed_by from collections where id = ${top})
      and ${inList(tx, 'id', await readDescendants(tx, [top]))}`.execute(tx)
  await sql`update collections set folder_count = folder_count - 1
    where id = (select parent_id from collections where id = ${top})`.execute(tx)
  await tx.updateTable('collections').set({ trashed_at: at }).where('id', '=', top).execute()
}

/** Shows the subtree of a top again, under the given parent. Returns the number of restored links, by category. */
export async function showSubtree(
  tx: Tx,
  _granted: Granted<'collections.trash'>,
  top: string,
  parent: string,
): Promise<Counts> {
  const counts = await readCounts(tx, sql<boolean>`trashed_by = ${top}`)
  await countLinksOfTags(tx, linksBehind(top), 1)
  await tx
    .updateTable('collections')
    .set({ trashed_at: null, parent_id: parent })
    .where('id', '=', top)
    .execute()
  await tx.updateTable('collections').set({ trashed_by: null }).where('trashed_by', '=', top).execute()
  return counts
}

/** Returns the nearest live ancestor; the root is always live. */
export async function findNearestLiveAncestor(
  tx: Queries,
  id: string,
): Promise<{ id: string; name: string }> {
  return readRow(
    tx,
    sql<{ id: string; name: string }>`
    with recursive up(id, name, parent_id, trashed_by, level) as (
      select id, name, parent_id, trashed_by, 0 from collections where id = ${id}
      union all
      select c.id, c.name, c.parent_id, c.trashed_by, up.level + 1 from up
      join collections c on c.id = up.parent_id where up.trashed_by is not null
    ) select id, name from up where trashed_by is null order by level limit 1`,
  )
}

/** Returns every collection in the subtrees of these tops, including hidden ones. */
export async function readDescendants(tx: Queries, tops: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${withDescendants(tx, tops, false)} select id from down`.execute(
    tx,
  )
  return rows.map(row => row.id)
}

/** The words of more links are removed by a job. */
const maxForgotten = 20
const wordsPerLink = 50

/**
 * Deletes links by collection or by key permanently: rows, tags, favourites, index entries, pictures and files. The
 * quota of files that no other link has is released immediately; their objects are removed later. It locks links
 * before files, like the job that reads files. Words that no other link has leave the words of the library.
 * @param options.keepsWords true when the library is deleted with its words
 */
export async function removeLinks(
  tx: Tx,
  which: { inside: readonly string[] } | { seqs: readonly number[] },
  now: number,
  { keepsWords = false } = {},
): Promise<number> {
  const filter = 'inside' in which ? inList(tx, 'collection_id', which.inside) : inList(tx, 'seq', which.seqs)
  const { rows } = await sql<{
    seq: number
    id: string
    owner_id: string
    picture_id: string | null
  }>`select seq, id, owner_id, picture_id from links where ${filter}
    order by seq ${rowLock(tx, 'for update')}`.execute(tx)
  const seqs = rows.map(row => row.seq)
  if (seqs.length === 0) return 0
  const blobs = await takeFiles(tx, rows)
  const texts = keepsWords || rows.length > maxForgotten ? [] : await lockSearchableLinks(tx, seqs)
  await unindexLinks(tx, seqs)
  await sql`delete from links where ${inList(tx, 'seq', seqs)}`.execute(tx)
  const pictures = rows.flatMap(row => row.picture_id ?? [])
  if (pictures.length > 0) await sql`delete from pictures where ${inList(tx, 'id', pictures)}`.execute(tx)
  await updateBlobUse(tx, blobs, now)
  for (const ownerId of keepsWords ? [] : new Set(rows.map(row => row.owner_id))) {
    const words = new Set(texts.filter(link => link.ownerId === ownerId).flatMap(listWords))
    if (texts.length > 0 && words.size <= maxForgotten * wordsPerLink)
      await forgetWords(tx, ownerId, words, now)
    else await sweepWordsLater(tx, ownerId, now)
  }
  return seqs.length
}

/** Deletes the files of links, and returns their blobs. */
async function takeFiles(tx: Tx, links: readonly { id: string; owner_id: string }[]): Promise<string[]> {
  const withFiles = await linksWithFiles(tx, pluck(links, 'id'))
  const found = links.filter(link => withFiles.has(link.id))
  if (found.length === 0) return []
  await lockOwners(tx, pluck(found, 'owner_id'))
  const ids = found.map(link => link.id)
  const blobs = await blobsOfLinks(tx, ids)
  await deleteFilesOfLinks(tx, ids)
  return blobs
}

/** Returns links as subjects of an event, before they are deleted. */
export async function readSubjects(tx: Tx, seqs: readonly number[]): Promise<EventSubject[]> {
  const { rows } = await sql<{ id: string; collection_id: string; title: string }>`
    select id, collection_id, title from links where ${inList(tx, 'seq', seqs)}`.execute(tx)
  return rows.map(row => ({ collectionId: row.collection_id, id: row.id, title: row.title }))
}

/** Deletes collections permanently. They must contain no links. */
export async function deleteCollections(
  tx: Tx,
  _granted: Granted<'collections.delete'>,
  ids: readonly string[],
): Promise<void> {
  // Collections reference their parents: clearing the references first makes the order of deletion irrelevant.
  await sql`update collections set parent_id = null where ${inList(tx, 'id', ids)}`.execute(tx)
  await sql`delete from collections where ${inList(tx, 'id', ids)}`.execute(tx)
}

/** Returns true when these subtrees have more than `many` links. Counts no further than that. */
export async function hasMoreLinksThan(tx: Queries, tops: readonly string[], many: number): Promise<boolean> {
  return (await readDescendantLinks(tx, tops, many + 1)).length > many
}

/** Returns some of the links in these subtrees, including hidden ones. */
export async function readDescendantLinks(
  tx: Queries,
  tops: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${withDescendants(tx, tops, false)}
    select l.id from down ${joinInOrder(tx)} links l on l.collection_id = down.id limit ${limit}`.execute(tx)
  return rows.map(row => row.id)
}

/** Returns the number of collections in these subtrees, tops and hidden ones included, and of all links in them. */
export async function countDescendants(
  db: Queries,
  tops: readonly string[],
): Promise<{ links: number; collections: number }> {
  if (tops.length === 0) return { links: 0, collections: 0 }
  return readRow(
    db,
    sql<{ links: number; collections: number }>`${withDescendants(db, tops, false)}
    select (select count(*) from down ${joinInOrder(db)} links l on l.collection_id = down.id) as links,
      (select count(*) from down) as collections`,
  )
}

/** Returns some of the person's links that were trashed individually. */
export async function trashedSeqs(tx: Queries, ownerId: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`select seq from links
    where owner_id = ${ownerId} and trashed_at is not null limit ${limit}`.execute(tx)
  return rows.map(row => row.seq)
}

/** Returns the number of the person's links that were trashed individually. */
export const countTrashedLinks = (tx: Queries, ownerId: string): Promise<number> =>
  countRows(tx, sql`select 1 from links where owner_id = ${ownerId} and trashed_at is not null`)

/** Returns the parent of a collection and the collection that hides it now. */
export async function readState(
  tx: Queries,
  id: string,
): Promise<Pick<CollectionRow, 'trashed_by' | 'parent_id' | 'owner_id'> | undefined> {
  return tx
    .selectFrom('collections')
    .select(['trashed_by', 'parent_id', 'owner_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns a page of the tops of a person's trashed collections, the last trashed first, and their total. */
export async function listTrashedTops(db: Queries, personId: string, page: number) {
  const filter = sql<boolean>`owner_id = ${personId} and trashed_at is not null`
  const orderBy = sql`trashed_at desc, id`
  return Promise.all([
    listCollections(db, { personId, filter, orderBy, ...toPageRange(page) }),
    countCollections(db, filter),
  ])
}

/** Returns a page of a person's links that were trashed individually, the last trashed first, and their total. */
export async function selectTrashedLinks(db: Queries, personId: string, page: number) {
  const trashed = sql`from links where owner_id = ${personId} and trashed_at is not null`
  const seqs = sql`select seq ${trashed} order by trashed_at desc, seq desc ${pageLimitClause(page)}`
  return Promise.all([
    listLinks(db, { personId, seqs, orderBy: sql`l.trashed_at desc, l.seq desc` }),
    countRows(db, sql`select seq ${trashed}`),
  ])
}
