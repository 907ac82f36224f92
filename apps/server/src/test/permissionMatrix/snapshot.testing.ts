import { CompiledQuery, sql } from 'kysely'
import { readColumns, readTableNames } from '../../db/catalog.ts'
import type { Db, Queries } from '../../db/db.ts'
import { isPostgres, type DataVersion, dataVersion } from '../../db/dialect.ts'

/** For each table, one checksum over all its rows and one over those of a single person. */
export interface Snapshot {
  all: ReadonlyMap<string, string>
  ofPerson: ReadonlyMap<string, string>
}

/** The columns that identify the owner of a row. */
const whose = ['id', 'owner_id', 'person_id', 'recipient_id', 'user_id', 'userId']
/** Excluded derived data: SQLite's full text indexes and the number of commits. */
const excluded = /^(links_text|page_terms|sqlite_|migrations|commit_counts)/

/** Computes checksums of the database, and only recomputes them after a commit. */
export class Camera {
  readonly #db: Queries
  readonly #personId: string
  #statement: string | undefined
  #at: DataVersion | undefined
  #last: Snapshot | undefined

  constructor(db: Db, personId: string) {
    this.#db = db.read
    this.#personId = personId
  }

  async take(): Promise<Snapshot> {
    const { rows } = await sql<{ at: DataVersion }>`select ${dataVersion(this.#db)} as at`.execute(this.#db)
    if (this.#last && rows[0]!.at === this.#at) return this.#last
    this.#statement ??= await buildChecksumQuery(this.#db, this.#personId)
    this.#at = rows[0]!.at
    const { rows: sums } = await this.#db.executeQuery<Record<'name' | 'whole' | 'own', string>>(
      CompiledQuery.raw(this.#statement),
    )
    return (this.#last = {
      all: new Map(sums.map(row => [row.name, row.whole])),
      ofPerson: new Map(sums.map(row => [row.name, row.own])),
    })
  }
}

/** Returns the statement for the checksums of all tables. It is built once and executed many times. */
async function buildChecksumQuery(db: Queries, personId: string): Promise<string> {
  const names = (await readTableNames(db)).filter(each => !excluded.test(each)).sort()
  const each = names.map(async name => {
    const columns = [...(await readColumns(db, name)).keys()]
    const row = isPostgres(db) ? 't::text' : columns.map(each => `quote(t."${each}")`).join(` || ',' || `)
    const own = whose
      .filter(each => columns.includes(each))
      .map(each => `cast(t."${each}" as text) = '${personId}'`)
    const sum = (filter: string) =>
      isPostgres(db) ? `(sum(hashtextextended(r, 0)) ${filter})::text` : `group_concat(r, ';') ${filter}`
    return `select '${name}' as name, ${sum('')} as whole, ${sum('filter (where o)')} as own
      from (select ${row} as r, (${own.map(each => `${each} or `).join('')}false) as o from "${name}" t) x`
  })
  return (await Promise.all(each)).join(' union all ')
}

/** Returns the tables in which two snapshots differ. */
export function changedBetween(
  before: Snapshot,
  after: Snapshot,
  which: 'all' | 'ofPerson' = 'all',
): string[] {
  return [...after[which]].filter(([name, sum]) => before[which].get(name) !== sum).map(([name]) => name)
}
