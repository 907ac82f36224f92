import { type RawBuilder, type Selectable, sql } from 'kysely'
import { selectSharedCollections } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { inList, jsonRows } from '../../db/dialect.ts'
import type { LinkRow } from '../../db/tables/libraryTables.ts'
import { readRow } from '../../db/statements/readRow.ts'
import { isNotHidden } from '../links/store.ts'

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
