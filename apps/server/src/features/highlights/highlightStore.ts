import type { Highlight } from '@nestmark/contract/highlightShapes'
import type { Anchor } from '@nestmark/core/anchor/anchor'
import { sql } from 'kysely'
import { bulkRows } from '../../db/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { indexNewHighlights, newHighlightTerms } from '../../db/highlightText.ts'
import { type ChangedHighlight, changedTypes, toColumns } from './changeStore.ts'
import { type SearchedPage, toTermsOf } from './indexPage.ts'

/** A stored highlight. */
export interface StoredHighlight extends ChangedHighlight {
  id: string
  created_at: number
}

type Read = Omit<StoredHighlight, 'anchor'> & { anchor: string | null }
const columns = sql.raw(
  'h.seq, h.id, h.page_id, h.text, h.comm, h.anchor, h.sealed, h.style, h.created_at, h.updated_at',
)
const toStored = (row: Read): StoredHighlight => ({
  ...row,
  anchor: row.anchor === null ? null : (JSON.parse(row.anchor) as Anchor),
})

/** Returns the owner and the page of the highlight with this id. */
export async function findHighlight(
  db: Queries,
  id: string,
): Promise<{ owner_id: string; page_id: string } | undefined> {
  return db.selectFrom('highlights').select(['owner_id', 'page_id']).where('id', '=', id).executeTakeFirst()
}

/** Returns highlights of pages, in the order of each page. @param filter keeps only some of them */
export async function listHighlights(
  db: Queries,
  pageIds: readonly string[],
  filter: {
    id?: string
    text?: string
    style?: number | undefined
    commented?: boolean
    seqs?: number[]
  } = {},
): Promise<StoredHighlight[]> {
  if (pageIds.length === 0) return []
  const conditions = [
    inList(db, 'h.page_id', pageIds),
    ...(filter.id === undefined ? [] : [sql`h.id = ${filter.id}`]),
    ...(filter.text === undefined ? [] : [sql`h.text = ${filter.text}`]),
    ...(filter.style === undefined ? [] : [sql`h.style = ${filter.style}`]),
    ...(filter.commented ? [sql`h.comm <> ''`] : []),
    ...(filter.seqs ? [inList(db, 'h.seq', filter.seqs)] : []),
  ]
  const { rows } = await sql<Read>`select ${columns} from highlights h
    where ${sql.join(conditions, sql` and `)} order by h.page_id, h.place, h.seq`.execute(db)
  return rows.map(toStored)
}

/** A highlight to insert. */
export type NewHighlight = Omit<StoredHighlight, 'seq' | 'updated_at'>

const types = { id: 'text', owner_id: 'text', ...changedTypes, created_at: 'int' } as const

/**
 * Inserts highlights of a page with their search entries.
 * @returns how many were inserted: none whose id is taken
 */
export async function insertHighlights(
  tx: Tx,
  page: SearchedPage,
  highlights: readonly NewHighlight[],
  at: number,
): Promise<number> {
  if (highlights.length === 0) return 0
  const toTerms = toTermsOf(page)
  const terms = new Map(
    highlights.flatMap(each => (each.sealed === null ? [[each.id, toTerms(each)] as const] : [])),
  )
  const index = newHighlightTerms(
    tx,
    highlights.map(({ id }) => terms.get(id) ?? null),
  )
  const names = Object.keys(types) as (keyof typeof types)[]
  const rows = highlights.map((each, nth) => {
    const row = { ...each, ...toColumns(each), owner_id: page.owner_id, updated_at: at }
    return [...names.map(name => row[name]), ...(index.cells[nth] ?? [])]
  })
  const columnNames = sql.raw([...names, ...index.columns].join(', '))
  const { rows: inserted } = await sql<{ id: string; seq: number }>`insert into highlights (${columnNames})
    ${bulkRows(tx, [...Object.values(types), ...index.types], rows)} on conflict do nothing returning id, seq`.execute(
    tx,
  )
  await indexNewHighlights(
    tx,
    inserted.flatMap(({ id, seq }) => {
      const found = terms.get(id)
      return found ? [{ seq, ...found }] : []
    }),
  )
  return inserted.length
}

/** A highlight as a webhook receives it. */
interface HighlightOfPage {
  id: string
  text: string
  comm: string
  style: StoredHighlight['style']
  title: string
  address: string
}

/** Returns a person's highlights in plain text with their pages, by id. */
export async function highlightsWithPages(
  db: Queries,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, HighlightOfPage>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<HighlightOfPage>`select h.id, h.text, h.comm, h.style, p.title, p.address
    from highlights h join highlight_pages p on p.id = h.page_id
    where ${inList(db, 'h.id', ids)} and h.owner_id = ${ownerId} and h.sealed is null`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Returns the next highlights in plain text of all people, with their pages, by sequence number. */
export async function highlightsAfter(db: Queries, after: number, limit: number) {
  const { rows } = await sql<{
    seq: number
    page_id: string
    owner_id: string
    text: string
    comm: string
    title: string
    address: string
  }>`select h.seq, h.page_id, h.owner_id, h.text, h.comm, p.title, p.address
    from highlights h join highlight_pages p on p.id = h.page_id
    where h.seq > ${after} and h.sealed is null order by h.seq limit ${limit}`.execute(db)
  return rows
}

/** Deletes highlights. Their pages must be locked. */
export async function removeHighlights(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length > 0)
    await tx
      .deleteFrom('highlights')
      .where(inList(tx, 'seq', seqs))
      .execute()
}

/** Returns a highlight in its wire format. */
export function presentHighlight(row: Omit<StoredHighlight, 'seq'>): Highlight {
  return {
    _id: row.id,
    text: row.text,
    comm: row.comm,
    style: row.style,
    anchor: row.anchor,
    ...(row.sealed === null ? {} : { sealed: row.sealed }),
    create_date: row.created_at,
    update_date: row.updated_at,
  }
}
