import { sql } from 'kysely'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'

/** Returns those of the links on which a person has a note. */
export async function listNoted(
  db: Queries,
  personId: string,
  linkIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('link_notes')
    .select('link_id')
    .where('person_id', '=', personId)
    .where(inList(db, 'link_id', linkIds))
    .execute()
  return new Set(rows.map(row => row.link_id))
}

/** Returns the number of a person's highlights of pages, by the keys of the pages that have some. */
export async function countHighlights(
  db: Queries,
  personId: string,
  pageKeys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('highlight_pages')
    .select(['page_key', 'count'])
    .where('owner_id', '=', personId)
    .where(inList(db, 'page_key', pageKeys))
    .execute()
  return new Map(rows.map(row => [row.page_key, row.count]))
}

/** Returns the marks of links that a person has marked as distinct from others, by link. */
export async function listDistinct(db: Queries, personId: string): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('distinct_links')
    .select(['link_id', 'mark'])
    .where('person_id', '=', personId)
    .execute()
  const marks = Map.groupBy(rows, row => row.link_id)
  return new Map([...marks].map(([id, own]) => [id, new Set(own.map(row => row.mark))]))
}

/** Marks links as distinct from each other. */
export async function addDistinct(
  tx: Tx,
  personId: string,
  mark: string,
  linkIds: readonly string[],
): Promise<void> {
  const rows = linkIds.map(id => [personId, mark, id])
  await sql`insert into distinct_links (person_id, mark, link_id)
    ${bulkRows(tx, ['text', 'text', 'text'], rows)}`.execute(tx)
}

/** Removes a mark of a person. Returns from how many links. */
export async function removeDistinct(tx: Tx, personId: string, mark: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('distinct_links')
    .where('person_id', '=', personId)
    .where('mark', '=', mark)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
