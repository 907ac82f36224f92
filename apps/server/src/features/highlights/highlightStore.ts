import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Anchor } from '@nestmark/core/anchor/anchor'
import { type RawBuilder, sql } from 'kysely'
import { Batch } from '../../db/statements/batch.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, joinTexts, jsonString } from '../../db/dialect.ts'
import { indexNewHighlights, newHighlightTerms } from '../../db/searchText/highlightText.ts'
import { type ChangedHighlight, changedTypes, toColumns } from './changeStore.ts'
import { type SearchedPage, toTermsOf } from './pages/indexPage.ts'

/** A stored highlight. */
export interface StoredHighlight extends ChangedHighlight {
  id: string
  created_at: number
}

type Read = Omit<StoredHighlight, 'anchor'> & { anchor: string | null }
const columns = sql.raw(
  'h.seq, h.id, h.page_id, h.text, h.comm, h.anchor, h.sealed, h.style, h.found, h.created_at, h.updated_at',
)
/** Returns a row of `withText` as a highlight. */
export const toStored = (row: Read): StoredHighlight => ({
  ...row,
  anchor: row.anchor === null ? null : (JSON.parse(row.anchor) as Anchor),
})

/** Returns the statement for the highlights with a text on the page of a person with a key. */
export const withText = (ownerId: string, pageKey: string, text: string): RawBuilder<Read> =>
  sql<Read>`select ${columns} from highlights h where h.page_id =
    (select id from highlight_pages where owner_id = ${ownerId} and page_key = ${pageKey}) and h.text = ${text}
    order by h.place, h.seq`

/** Returns the owner and the page of the highlight with this id. */
export async function findHighlight(db: Queries, id: string) {
  return db.selectFrom('highlights').select(['owner_id', 'page_id']).where('id', '=', id).executeTakeFirst()
}

/** Which highlights of pages are read. */
interface Filter {
  id?: string
  style?: number | undefined
  commented?: boolean
  seqs?: number[]
}

/** Returns the condition for highlights `h` of pages. */
function ofPages(db: Queries, pageIds: readonly string[], filter: Filter): RawBuilder<unknown> {
  const conditions = [
    inList(db, 'h.page_id', pageIds),
    ...(filter.id === undefined ? [] : [sql`h.id = ${filter.id}`]),
    ...(filter.style === undefined ? [] : [sql`h.style = ${filter.style}`]),
    ...(filter.commented ? [sql`h.comm <> ''`] : []),
    ...(filter.seqs ? [inList(db, 'h.seq', filter.seqs)] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Returns highlights of pages, in the order of each page. @param filter keeps only some of them */
export async function listHighlights(
  db: Queries,
  pageIds: readonly string[],
  filter: Filter = {},
): Promise<StoredHighlight[]> {
  if (pageIds.length === 0) return []
  const { rows } = await sql<Read>`select ${columns} from highlights h
    where ${ofPages(db, pageIds, filter)} order by h.page_id, h.place, h.seq`.execute(db)
  return rows.map(toStored)
}

/**
 * Returns highlights of pages like `listHighlights`, as JSON in their wire format by the id of the page: a list shows hundreds
 * of them, and making objects of them takes longer than reading them.
 */
export async function formatHighlights(
  db: Queries,
  pageIds: readonly string[],
  filter: Filter = {},
): Promise<Map<string, string>> {
  if (pageIds.length === 0) return new Map()
  const { rows } = await sql<{ page_id: string; json: string }>`select h.page_id,
      ${sql.raw(joinTexts(db, toJson(db), 'h.place, h.seq'))} as json
    from highlights h where ${ofPages(db, pageIds, filter)} group by h.page_id`.execute(db)
  return new Map(rows.map(({ page_id: pageId, json }) => [pageId, `[${json}]`]))
}

/** Returns the expression of a highlight `h` as `presentHighlight` returns it. */
function toJson(db: Queries): string {
  const text = (column: string) => `'"${column}":' || ${jsonString(db, `h.${column}`)}`
  const optional = (column: string) => `case when h.${column} is null then '' else ',' || ${text(column)} end`
  return `'{"_id":' || ${jsonString(db, 'h.id')} || ',' || ${text('text')} || ',' || ${text('comm')}
    || ',"style":' || h.style || ',"anchor":' || coalesce(h.anchor, 'null') || ${optional('sealed')} || ${optional('found')}
    || ',"create_date":' || h.created_at || ',"update_date":' || h.updated_at || '}'`
}

/** A highlight to insert. */
export type NewHighlight = Omit<StoredHighlight, 'seq' | 'updated_at'> & {
  /** Absent for now. */
  updated_at?: number
  /** The import that creates it. */
  import_id?: string
}

const types = {
  id: 'text',
  owner_id: 'text',
  ...changedTypes,
  created_at: 'int',
  import_id: 'text',
} as const

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
  const batch = new Batch(tx)
  const finish = addInsertion(batch, page, highlights, at)
  await batch.run()
  return finish()
}

/**
 * Adds the insertion of highlights to a batch of statements.
 * @returns a function to be run after the batch, which adds the rest of the search entries, and returns how many highlights were
 * inserted: none whose id is taken
 */
export function addInsertion(
  batch: Batch,
  page: SearchedPage,
  highlights: readonly NewHighlight[],
  at: number,
): () => Promise<number> {
  const { tx } = batch
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
    const row = { import_id: null, updated_at: at, ...each, ...toColumns(each), owner_id: page.owner_id }
    return [...names.map(name => row[name]), ...(index.cells[nth] ?? [])]
  })
  const columnNames = sql.raw([...names, ...index.columns].join(', '))
  let inserted: { id: string; seq: number }[] = []
  batch.add(
    sql<(typeof inserted)[number]>`insert into highlights (${columnNames})
      ${bulkRows(tx, [...Object.values(types), ...index.types], rows)} on conflict do nothing returning id, seq`,
    answer => (inserted = answer.rows),
  )
  return async () => {
    await indexNewHighlights(
      tx,
      inserted.flatMap(({ id, seq }) => {
        const found = terms.get(id)
        return found ? [{ seq, ...found }] : []
      }),
    )
    return inserted.length
  }
}

/** A highlight as a webhook receives it. */
type HighlightOfPage = Pick<StoredHighlight, 'id' | 'text' | 'comm' | 'style' | 'created_at'> &
  Omit<SearchedPage, 'owner_id'>

/** Returns a person's highlights in plain text with their pages, by id. */
export async function highlightsWithPages(
  db: Queries,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, HighlightOfPage>> {
  if (ids.length === 0) return new Map()
  const { rows } =
    await sql<HighlightOfPage>`select h.id, h.text, h.comm, h.style, h.created_at, p.title, p.address
    from highlights h join highlight_pages p on p.id = h.page_id
    where ${inList(db, 'h.id', ids)} and h.owner_id = ${ownerId} and h.sealed is null`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Returns the next highlights in plain text of all people, with their pages, by sequence number. */
export async function highlightsAfter(db: Queries, after: number, limit: number) {
  type Row = Pick<StoredHighlight, 'seq' | 'page_id' | 'text' | 'comm'> & SearchedPage
  const { rows } = await sql<Row>`select h.seq, h.page_id, h.owner_id, h.text, h.comm, p.title, p.address
    from highlights h join highlight_pages p on p.id = h.page_id
    where h.seq > ${after} and h.sealed is null order by h.seq limit ${limit}`.execute(db)
  return rows
}

/** Returns the next highlights that an import has created, by sequence number, without their texts. */
export async function readImported(
  tx: Tx,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ seq: number; page_id: string; updated_at: number }[]> {
  return tx
    .selectFrom('highlights')
    .select(['seq', 'page_id', 'updated_at'])
    .where('import_id', '=', importId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
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
    ...(row.found === null ? {} : { found: row.found }),
    create_date: row.created_at,
    update_date: row.updated_at,
  }
}
