import { limits } from '@nestmark/core/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { forceIndex, inList } from '../../db/dialect.ts'
import type { TextQuery } from '../../db/searchText/textQuery.ts'
import { joinSeqs, parseSeqs, selectMatchingHighlights } from '../../db/searchText/highlightText.ts'
import { pageLimitClause } from '../../db/statements/limitClause.ts'
import { readNumbers } from '../../db/statements/readRow.ts'
import { type ListedPage, listedColumns } from './pages/pageStore.ts'

/** Which highlights a list shows. */
export interface HighlightFilter {
  style?: number | undefined
  /** True for those with a comment. */
  commented: boolean
  /** True for those of encrypted links. */
  encrypted: boolean
}

/** The newest first. */
const byDate = sql.raw('order by p.updated_at desc, p.id desc')
const oldestFirst = sql.raw('order by p.updated_at, p.id')

/** Returns one page of the list of a person's pages with such highlights. @param range its `order` 1: the newest first */
export async function listPages(
  db: Queries,
  ownerId: string,
  { style, commented, encrypted }: HighlightFilter,
  { page, order }: { page: number; order: 1 | 2 },
): Promise<ListedPage[]> {
  const having = (condition: RawBuilder<unknown>) =>
    sql`and exists (select 1 from highlights h where h.page_id = p.id and ${condition})`
  const ofStyle = style === undefined ? sql`` : sql`and h.style = ${style}`
  const filter = commented
    ? having(sql`h.owner_id = p.owner_id and h.comm <> '' ${ofStyle}`)
    : style === undefined
      ? sql``
      : having(sql`h.style = ${style}`)
  const { rows } = await sql<ListedPage>`select ${listedColumns} from highlight_pages p
    where p.owner_id = ${ownerId} ${filter} ${encrypted ? sql`and p.link_id is not null` : sql``}
    ${order === 1 ? byDate : oldestFirst} ${pageLimitClause(page)}`.execute(db)
  return rows
}

/** A page with the sequence numbers of its matching highlights. */
export type FoundPage = ListedPage & { seqs: number[] }

/** Returns the pages with highlights that match, like `listPages`. */
export async function searchPages(db: Queries, query: TextQuery, page: number): Promise<FoundPage[]> {
  const { rows } = await sql<ListedPage & { seqs: string }>`select ${listedColumns}, f.seqs from (
      select h.page_id, ${joinSeqs(db, 'h.seq')} as seqs
      from (${selectMatchingHighlights(db, query)}) h group by h.page_id
    ) f join highlight_pages p on p.id = f.page_id ${byDate} ${pageLimitClause(page)}`.execute(db)
  return rows.map(row => ({ ...row, seqs: parseSeqs(row.seqs) }))
}

/** The number of pages and highlights of a person. */
export interface HighlightCounts {
  pages: number
  /** By style, from 1 to 4. */
  styles: number[]
  with_comment: number
}

/** Counts the highlights of a person, from indexes alone. */
export async function countAll(db: Queries, ownerId: string): Promise<HighlightCounts> {
  const ofStyle = (style: number) =>
    sql`(select count(*) from highlights where owner_id = ${ownerId} and style = ${style})`
  const { pages, s1, s2, s3, s4, with_comment } = await readNumbers(
    db,
    sql<Record<'pages' | 's1' | 's2' | 's3' | 's4' | 'with_comment', number>>`select
      (select count(*) from highlight_pages where owner_id = ${ownerId}) as pages,
      ${ofStyle(1)} as s1, ${ofStyle(2)} as s2, ${ofStyle(3)} as s3, ${ofStyle(4)} as s4,
      (select count(*) from highlights ${forceIndex(db, 'highlights_with_comment')} where owner_id = ${ownerId} and comm <> '')
        as with_comment`,
  )
  return { pages, styles: [s1, s2, s3, s4], with_comment }
}

/** Returns the pages that a deletion of these highlights and pages changes. */
export async function listPagesToDelete(db: Queries, ownerId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; count: number }>`select id, count from highlight_pages
    where owner_id = ${ownerId} and (${inList(db, 'id', ids)}
      or id in (select page_id from highlights where ${inList(db, 'id', ids)} and owner_id = ${ownerId}))
    order by id`.execute(db)
  return rows
}

/** Returns the next pages of a person in plain text with all their highlights, for an export: the newest first. */
export async function pagesAfter(
  db: Queries,
  ownerId: string,
  after: ListedPage | undefined,
  limit: number = limits.pageSize,
): Promise<ListedPage[]> {
  const rest = after ? sql`and (p.updated_at, p.id) < (${after.updated_at}, ${after.id})` : sql``
  const { rows } = await sql<ListedPage>`select ${listedColumns} from highlight_pages p
    where p.owner_id = ${ownerId} ${rest} ${byDate} limit ${sql.lit(limit)}`.execute(db)
  return rows
}
