import { type RawBuilder, sql } from 'kysely'
import { inList } from '../../db/dialect.ts'
import type { Queries, Tx } from '../../db/db.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import { readNumbers } from '../../db/statements/readRow.ts'
import { byDate, type ListedLink, listLinks } from '../links/store.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import { newId } from '../../db/newId.ts'

/** Returns the number of links and of collections (the top included) in a live collection and its descendants. */
export function countSource(db: Queries, id: string): Promise<{ links: number; collections: number }> {
  return readNumbers(
    db,
    sql<Record<'links' | 'collections', number>>`
    with recursive down(id, links) as (
      select id, n1 + n2 + n3 + n4 + n5 from collections where id = ${id}
      union all
      select c.id, c.n1 + c.n2 + c.n3 + c.n4 + c.n5 from down
      join collections c on c.parent_id = down.id and c.trashed_by is null
    ) select sum(links) as links, count(*) as collections from down`,
  )
}

/**
 * Returns `with recursive down(id, level)`: the live descendants of a collection with their levels, without the copy,
 * which its owner may move into the source while the job runs.
 */
const withSource = (
  from: string,
  copy: string,
): RawBuilder<unknown> => sql`with recursive down(id, level) as (
    select id, 0 from collections where id = ${from}
    union all
    select c.id, down.level + 1 from down
    join collections c on c.parent_id = down.id and c.trashed_by is null and c.id <> ${copy}
  )`

export interface SourceCollection extends Pick<
  CollectionRow,
  'id' | 'name' | 'descr' | 'position' | 'created_at'
> {
  parent_id: string
  level: number
}

/** Returns the next descendants of the source, parents before their children. */
export async function listSourceCollections(
  db: Queries,
  { from, to }: { from: string; to: string },
  { after, limit }: { after: { level: number; id: string }; limit: number },
): Promise<SourceCollection[]> {
  const { rows } = await sql<SourceCollection>`${withSource(from, to)}
    select c.id, c.parent_id, c.name, c.descr, c.position, c.created_at, d.level
    from down d join collections c on c.id = d.id
    where (d.level, d.id) > (${after.level}, ${after.id})
    order by d.level, d.id limit ${limit}`.execute(db)
  return rows
}

/** Returns the ids of the next collections of the source that contain links, in the order of their ids. */
export async function listFilledCollections(
  db: Queries,
  { from, to }: { from: string; to: string },
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${withSource(from, to)}
    select c.id from down d join collections c on c.id = d.id
    where c.id >= ${after} and c.n1 + c.n2 + c.n3 + c.n4 + c.n5 > 0
    order by c.id limit ${limit}`.execute(db)
  return rows.map(row => row.id)
}

/** Returns the ids of those collections that are live and belong to the person. */
export async function filterOwnLive(
  db: Queries,
  personId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('collections')
    .select('id')
    .where(inList(db, 'id', ids))
    .where('owner_id', '=', personId)
    .where('trashed_by', 'is', null)
    .execute()
  return new Set(rows.map(row => row.id))
}

/**
 * Returns the next live links of a collection, the oldest first. Encrypted links are bound to their ids and cannot be copied
 * here.
 * @param page `upTo` excludes links that were saved after the start of the copy
 */
export async function listSourceLinks(
  db: Queries,
  collectionId: string,
  { after, upTo, limit }: { after: { createdAt: number; seq: number } | null; upTo: number; limit: number },
): Promise<ListedLink[]> {
  const rest = after ? sql`and (created_at, seq) > (${after.createdAt}, ${after.seq})` : sql``
  return listLinks(db, {
    personId: '',
    seqs: sql`select seq from links where collection_id = ${collectionId} and trashed_at is null
      and seq <= ${upTo} and key_id is null ${rest} order by ${byDate(2)} limit ${limit}`,
    orderBy: byDate(2, 'l.'),
  })
}

/** The fields of a copied link besides those that an import writes. */
interface CopiedExtra {
  /** The sequence number of the copy. */
  seq: number
  pictureId: string | null
  player: string
  isScraped: number
}

/** Copies the pictures of links to their new owner and writes the fields that the page of the address filled. */
export async function writeExtras(
  tx: Tx,
  ownerId: string,
  extras: readonly CopiedExtra[],
  at: number,
): Promise<void> {
  const withPicture = extras.flatMap(({ seq, pictureId }) =>
    pictureId === null ? [] : [{ seq, from: pictureId, id: newId() }],
  )
  if (withPicture.length > 0) {
    const pairs = withPicture.map(each => [each.from, each.id])
    await sql`insert into pictures (id, owner_id, width, height, large, small, created_at)
      select v.id, ${ownerId}, p.width, p.height, p.large, p.small, ${at}
      from (with d(source, id) as (${bulkRows(tx, ['text', 'text'], pairs)}) select * from d) v
      join pictures p on p.id = v.source`.execute(tx)
  }
  const copies = new Map(withPicture.map(each => [each.seq, each.id]))
  const rows = extras
    .filter(each => each.pictureId !== null || each.player !== '' || each.isScraped === 1)
    .map(each => [each.seq, copies.get(each.seq) ?? null, each.player, each.isScraped])
  if (rows.length === 0) return
  // On PostgreSQL a picture may have been replaced since the links were read; it has no copy then.
  await sql`update links set player = v.player, is_scraped = v.scraped,
      picture_id = (select id from pictures where id = v.picture)
    from (with d(seq, picture, player, scraped) as (${bulkRows(tx, ['int', 'text', 'text', 'int'], rows)}) select * from d) v
    where links.seq = v.seq`.execute(tx)
}
