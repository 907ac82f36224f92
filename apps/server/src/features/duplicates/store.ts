import { sql, type RawBuilder, type Selectable } from 'kysely'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, jsonRows } from '../../db/dialect.ts'
import type { Granted } from '../../access/grant.ts'
import { positionOf } from '../links/lists/linkOrderStore.ts'
import { selectSharedCollections } from '../../access/roles.ts'
import type { LinkRow } from '../../db/tables/libraryTables.ts'
import { readRow } from '../../db/statements/readRow.ts'
import { isNotHidden } from '../links/store.ts'

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

/** Sets dates and checklists of links, and increments their versions. */
export async function setMerged(
  tx: Tx,
  _granted: Granted<'links.edit'>,
  links: readonly { seq: number; created_at: number; check_list: string | null }[],
  at: number,
): Promise<void> {
  if (links.length === 0) return
  const rows = links.map(link => [link.seq, link.created_at, link.check_list])
  // The older date moves no link in the manual order.
  await sql`update links set created_at = d.created, check_list = d.list, updated_at = ${at}, version = version + 1,
      position = ${positionOf('links.')}
    from (with d(seq, created, list) as (${bulkRows(tx, ['int', 'int', 'text'], rows)}) select * from d) d
    where links.seq = d.seq`.execute(tx)
}

/** Deletes a person's notes on links. */
export async function deleteNotes(tx: Tx, personId: string, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0)
    await tx
      .deleteFrom('link_notes')
      .where('person_id', '=', personId)
      .where(inList(tx, 'link_id', linkIds))
      .execute()
}

/** A file with its place. */
interface PlacedFile {
  id: string
  link_id: string
  position: number
}

/** Moves files to other links of their owner, each to a position that is free there. */
export async function placeFiles(tx: Tx, files: readonly PlacedFile[]): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(file => [file.id, file.link_id, file.position])
  await sql`update files set link_id = d.link_id, position = d.position
    from (with d(id, link_id, position) as (${bulkRows(tx, ['text', 'text', 'int'], rows)}) select * from d) d
    where files.id = d.id`.execute(tx)
}

/** Returns the ids and addresses of links by their sequence numbers; an encrypted one has a key. */
export async function linksOfSeqs(db: Queries, seqs: readonly number[]) {
  const rows = await db
    .selectFrom('links')
    .select(['seq', 'id', 'address', 'key_id'])
    .where(inList(db, 'seq', seqs))
    .execute()
  return new Map(rows.map(row => [row.seq, row]))
}

/** What links are compared by, as it is stored. */
type Keys = [seq: number, createdAt: number, key: string, canonicalKey: string, titleOnSite: string]

/** Links per statement: large enough to be fast, small enough for the memory. */
const batchSize = 50_000

/**
 * Returns the sequence numbers of a person's live links, and of those in collections that others share with the person, of which
 * another one has the same key, the same page, or the same title on the same site. Nobody but the owner's browser can compare
 * encrypted links. One value for many rows takes a fifth of the time of as many rows.
 */
export async function listRepeated(db: Queries, personId: string): Promise<number[]> {
  const repeated = new Set<number>()
  const firsts = new Map<string, number>()
  const note = (key: string, seq: number) => {
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, seq)
    else repeated.add(first).add(seq)
  }
  const noteAll = (rows: readonly Keys[]) => {
    for (const [seq, , key, canonicalKey, titleOnSite] of rows) {
      note(`a ${key}`, seq)
      if (canonicalKey !== '' && canonicalKey !== key) note(`a ${canonicalKey}`, seq)
      note(`t ${titleOnSite}`, seq)
    }
  }
  const own = sql`x.owner_id = ${personId} and ${isNotHidden(personId, sql`x.collection_id`)}`
  for (let after: Keys | undefined, isLast = false; !isLast;) {
    const rest: RawBuilder<unknown> = after
      ? sql`${own} and (x.created_at, x.seq) > (${after[1]}, ${after[0]})`
      : own
    const rows = await readKeys(db, sql`${rest} order by x.created_at, x.seq limit ${sql.lit(batchSize)}`)
    noteAll(rows)
    after = rows.reduce<Keys | undefined>(
      (last, row) => (last && isBefore(row, last) ? last : row),
      undefined,
    )
    isLast = rows.length < batchSize
  }
  noteAll(await readKeys(db, sql`x.collection_id in (${selectSharedCollections(personId)})`))
  return [...repeated]
}

const isBefore = (one: Keys, other: Keys) => one[1] < other[1] || (one[1] === other[1] && one[0] < other[0])

async function readKeys(db: Queries, where: RawBuilder<unknown>): Promise<Keys[]> {
  const columns = 'x.seq, x.created_at, x.compare_key, x.canonical_key, x.title'
  const { rows } = await readRow(
    db,
    sql<{ rows: string }>`select ${jsonRows(db, columns)} as rows from (
      select x.seq, x.created_at, x.compare_key, x.canonical_key, x.host_key || ' ' || x.title_key as title from links x
      where x.trashed_at is null and x.key_id is null and x.compare_key <> '' and ${where}) x`,
  )
  return JSON.parse(rows) as Keys[]
}

/** A link that may have a duplicate. */
export type ComparedRow = Pick<
  Selectable<LinkRow>,
  'seq' | 'id' | 'owner_id' | 'collection_id' | 'address' | 'compare_key' | 'canonical_key' | 'title'
>

/** Returns what links are compared by, the oldest first. */
export async function listCompared(db: Queries, seqs: readonly number[]): Promise<ComparedRow[]> {
  const { rows } = await sql<ComparedRow>`
    select l.seq, l.id, l.owner_id, l.collection_id, l.address, l.compare_key, l.canonical_key, l.title
    from links l where ${inList(db, 'l.seq', seqs)} order by l.created_at, l.seq`.execute(db)
  return rows
}
