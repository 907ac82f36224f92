import type { Anchor } from '@nestmark/core/anchor/anchor'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { bulkRows, type ColumnType } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, rowLock } from '../../db/dialect.ts'
import type { HighlightPageRow, HighlightRow } from '../../db/tables/highlightTables.ts'

/** A page on which a person has highlights, locked until the transaction ends. */
export type LockedPage = Pick<
  Selectable<HighlightPageRow>,
  'id' | 'owner_id' | 'page_key' | 'link_id' | 'address' | 'title' | 'count'
>

/** The columns of `LockedPage`. */
const columns = sql.raw('id, owner_id, page_key, link_id, address, title, count')

/** Locks pages of a person by their ids or keys, in the order of their keys, so that two transactions cannot deadlock. */
export async function lockPages(
  tx: Tx,
  ownerId: string,
  by: 'id' | 'page_key',
  values: readonly string[],
): Promise<LockedPage[]> {
  if (values.length === 0) return []
  return (await lockStatement(tx, ownerId, by, values).execute(tx)).rows
}

/** Returns the statement of `lockPages`. */
export function lockStatement(
  tx: Tx,
  ownerId: string,
  by: 'id' | 'page_key',
  values: readonly string[],
): RawBuilder<LockedPage> {
  return sql<LockedPage>`select ${columns} from highlight_pages
    where owner_id = ${ownerId} and ${inList(tx, by, values)} order by page_key ${rowLock(tx, 'for update')}`
}

/** Counts the highlights of locked pages again. */
export async function recountPages(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await recountStatement(tx, ids).execute(tx)
}

/** Returns the statement that counts the highlights of locked pages again. */
export function recountStatement(tx: Tx, ids: readonly string[]): RawBuilder<unknown> {
  return sql`update highlight_pages set count = d.n, size = d.size, created_at = d.first, updated_at = d.last
    from (select page_id, count(*) as n, cast(sum(size) as bigint) as size, min(created_at) as first, max(created_at) as last
      from highlights where ${inList(tx, 'page_id', ids)} group by page_id) d
    where highlight_pages.id = d.page_id`
}

/** Counts the highlights of locked pages again after some were removed, and deletes pages that have none. */
export async function recountOrDelete(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await recountPages(tx, ids)
  await sql`delete from highlight_pages where ${inList(tx, 'id', ids)}
    and not exists (select 1 from highlights h where h.page_id = highlight_pages.id)`.execute(tx)
}

/** The texts of a highlight, in plain text or as an envelope. */
export interface HighlightTexts {
  text: string
  comm: string
  anchor: Anchor | null
  sealed: string | null
}

/** The order of highlights without a known position: the last. */
const unknownPlace = 9_000_000_000_000_000
const placesOfPdfPage = 1_000_000_000

/** Returns the columns that store the texts. */
export function toColumns({ text, comm, anchor, sealed }: HighlightTexts) {
  const json = anchor === null ? null : JSON.stringify(anchor)
  const place =
    anchor === null ? unknownPlace : (anchor.pdf?.page ?? 0) * placesOfPdfPage + anchor.position.start
  const size = text.length + comm.length + (json?.length ?? 0) + (sealed?.length ?? 0)
  return { text, comm, anchor: json, sealed, place, size }
}

/** A highlight whose texts are replaced. */
export interface ChangedHighlight extends HighlightTexts {
  seq: number
  page_id: string
  style: HighlightRow['style']
  found: 'changed' | 'gone' | null
  updated_at: number
}

/** Replaces the texts of highlights. */
export async function setHighlights(tx: Tx, highlights: readonly ChangedHighlight[]): Promise<void> {
  if (highlights.length === 0) return
  const rows = highlights.map(each => ({ ...each, ...toColumns(each) }))
  const names = Object.keys(types) as (keyof typeof types)[]
  const cells = rows.map(row => names.map(name => row[name]))
  const set = names.filter(name => name !== 'seq').map(name => `${name} = d.${name}`)
  await sql`update highlights set ${sql.raw(set.join(', '))}
    from (with d(${sql.raw(names.join(', '))}) as (${bulkRows(tx, Object.values(types), cells)}) select * from d) d
    where highlights.seq = d.seq`.execute(tx)
}

/** The columns of a highlight that a change writes. */
export const changedTypes = {
  page_id: 'text',
  text: 'text',
  comm: 'text',
  style: 'int',
  found: 'text',
  anchor: 'text',
  sealed: 'text',
  place: 'int',
  size: 'int',
  updated_at: 'int',
} as const satisfies Record<string, ColumnType>

const types = { seq: 'int', ...changedTypes } as const

/** Returns the highlights of pages, without their texts. */
export async function listOfPages(
  db: Queries,
  pageIds: readonly string[],
): Promise<(Pick<ChangedHighlight, 'seq' | 'page_id' | 'style' | 'updated_at'> & { id: string })[]> {
  if (pageIds.length === 0) return []
  return db
    .selectFrom('highlights')
    .select(['id', 'seq', 'page_id', 'style', 'updated_at'])
    .where(inList(db, 'page_id', pageIds))
    .execute()
}

/** Makes a page that of an encrypted link, without its address, or that of an address. */
export async function setPage(
  tx: Tx,
  id: string,
  page: { page_key: string; link_id: string | null; address: string; title: string },
): Promise<void> {
  await tx.updateTable('highlight_pages').set(page).where('id', '=', id).execute()
}
