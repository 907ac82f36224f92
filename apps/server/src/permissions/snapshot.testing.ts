import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { columnsOf, tableNames } from '../db/catalog.ts'
import type { Db, Queries } from '../db/db.ts'
import { isPostgres, type Moment, moment } from '../db/dialect.ts'

/** Per table one sum over all its rows, and one over those of a single person. */
export interface Snapshot {
  all: ReadonlyMap<string, string>
  ofPerson: ReadonlyMap<string, string>
}

/** By these columns a row says whose it is. */
const whose = ['id', 'owner_id', 'person_id', 'recipient_id', 'user_id', 'userId']
/** The index of SQLite's full text follows the links, and what it is made of is not ours to compare. */
const left = /^(links_text|sqlite_|migrations)/

/** Sums up what is in the database, and anew only when something was committed since the last time. */
export class Camera {
  readonly #db: Queries
  readonly #personId: string
  /** The tables, each with those of its columns. */
  #tables: Map<string, string[]> | undefined
  #statement: string | undefined
  #at: Moment | undefined
  #last: Snapshot | undefined

  constructor(db: Db, personId: string) {
    this.#db = db.read
    this.#personId = personId
  }

  async take(): Promise<Snapshot> {
    const { rows } = await sql<{ at: Moment }>`select ${moment(this.#db)} as at`.execute(this.#db)
    if (this.#last && rows[0]!.at === this.#at) return this.#last
    this.#tables ??= await tablesOf(this.#db)
    this.#at = rows[0]!.at
    return (this.#last = await (isPostgres(this.#db) ? this.#bySums() : this.#byRows()))
  }

  /** One statement, put together once: it is asked a thousand times. */
  async #bySums(): Promise<Snapshot> {
    this.#statement ??= [...this.#tables!]
      .map(([name, columns]) => {
        const own = ['false', ...columns.map(each => `t."${each}" = '${this.#personId}'`)].join(' or ')
        return `select '${name}' as name, md5(string_agg(r, ' ' order by r)) as whole,
          md5(string_agg(r, ' ' order by r) filter (where o)) as own
          from (select t::text as r, (${own}) as o from "${name}" t) x`
      })
      .join(' union all ')
    const { rows } = await this.#db.executeQuery<Record<'name' | 'whole' | 'own', string>>(
      CompiledQuery.raw(this.#statement),
    )
    return {
      all: new Map(rows.map(row => [row.name, row.whole])),
      ofPerson: new Map(rows.map(row => [row.name, row.own])),
    }
  }

  async #byRows(): Promise<Snapshot> {
    const [all, ofPerson] = [new Map<string, string>(), new Map<string, string>()]
    for (const name of this.#tables!.keys()) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(this.#db)
      all.set(name, sumOf(rows))
      ofPerson.set(name, sumOf(rows.filter(row => whose.some(column => row[column] === this.#personId))))
    }
    return { all, ofPerson }
  }
}

async function tablesOf(db: Queries): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>()
  for (const name of (await tableNames(db)).filter(each => !left.test(each)).sort()) {
    const columns = await columnsOf(db, name)
    tables.set(
      name,
      whose.filter(each => columns.has(each)),
    )
  }
  return tables
}

const sumOf = (rows: readonly object[]) =>
  createHash('sha1')
    .update(rows.map(row => JSON.stringify(row)).join('\n'))
    .digest('base64')

/** The tables in which two of them differ. */
export function changedBetween(
  before: Snapshot,
  after: Snapshot,
  which: 'all' | 'ofPerson' = 'all',
): string[] {
  return [...after[which]].filter(([name, sum]) => before[which].get(name) !== sum).map(([name]) => name)
}
