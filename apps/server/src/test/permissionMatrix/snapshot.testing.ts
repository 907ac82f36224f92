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
const excluded = /^(links_text|page_terms|highlight_terms|sqlite_|migrations|commit_counts)/

interface Sums {
  complete: string
  own: string
}

/**
 * Computes checksums of the database. Computes those of a table again only after a write to it: triggers, and not the app,
 * count the writes.
 */
export class Camera {
  readonly #db: Queries
  readonly #statements: ReadonlyMap<string, string>
  #at: DataVersion | undefined
  #last: Snapshot | undefined
  readonly #sums = new Map<string, Sums>()
  #writes: ReadonlyMap<string, string> = new Map()

  private constructor(db: Queries, statements: ReadonlyMap<string, string>) {
    this.#db = db
    this.#statements = statements
  }

  static async create(db: Db, personId: string): Promise<Camera> {
    const names = (await readTableNames(db.read)).filter(each => !excluded.test(each)).sort()
    const statements = new Map<string, string>()
    for (const name of names) {
      const columns = [...(await readColumns(db.read, name)).keys()]
      statements.set(name, buildChecksumQuery(db.read, name, columns, personId))
    }
    await db.write(async tx => {
      for (const statement of names.flatMap(name => listTriggers(tx, name)))
        await tx.executeQuery(CompiledQuery.raw(statement))
    })
    return new Camera(db.read, statements)
  }

  async take(): Promise<Snapshot> {
    const { rows } = await sql<{ at: DataVersion }>`select ${dataVersion(this.#db)} as at`.execute(this.#db)
    if (this.#last && rows[0]!.at === this.#at) return this.#last
    this.#at = rows[0]!.at
    const writes = await this.#countWrites()
    const changed = [...this.#statements].filter(([name]) => writes.get(name) !== this.#writes.get(name))
    const missing = [...this.#statements].filter(([name]) => !this.#sums.has(name))
    this.#writes = writes
    for (const [name, statement] of new Map([...changed, ...missing])) {
      const sums = await this.#db.executeQuery<Sums>(CompiledQuery.raw(statement))
      this.#sums.set(name, sums.rows[0]!)
    }
    return (this.#last = {
      all: new Map([...this.#sums].map(([name, sums]) => [name, sums.complete])),
      ofPerson: new Map([...this.#sums].map(([name, sums]) => [name, sums.own])),
    })
  }

  async #countWrites(): Promise<Map<string, string>> {
    const select = isPostgres(this.#db)
      ? [...this.#statements.keys()]
          // A sequence begins at its first value, so that its first use changes only `is_called`.
          .map(
            name =>
              `select '${name}' as name, is_called || ' ' || last_value as writes from "test_writes_${name}"`,
          )
          .join(' union all ')
      : 'select name, cast(count as text) as writes from test_writes'
    const { rows } = await this.#db.executeQuery<{ name: string; writes: string }>(CompiledQuery.raw(select))
    return new Map(rows.map(row => [row.name, row.writes]))
  }
}

/** Returns the statements that let the database count the writes to a table. */
function listTriggers(db: Queries, name: string): string[] {
  if (!isPostgres(db))
    return [
      'create table if not exists test_writes (name text primary key, count integer not null)',
      `insert into test_writes values ('${name}', 0)`,
      ...['insert', 'update', 'delete'].map(
        event => `create trigger "test_${event}_${name}" after ${event} on "${name}"
          begin update test_writes set count = count + 1 where name = '${name}'; end`,
      ),
    ]
  // A sequence takes no lock, so that it adds no waits to the transactions of the app.
  return [
    `create sequence "test_writes_${name}"`,
    `create or replace function test_count() returns trigger language plpgsql as
      $$ begin perform nextval(('"test_writes_' || tg_table_name || '"')::regclass); return null; end $$`,
    `create trigger test_writes after insert or update or delete or truncate on "${name}"
      for each statement execute function test_count()`,
  ]
}

/** Returns the statement for the checksums of a table. It is built once and executed many times. */
function buildChecksumQuery(db: Queries, name: string, columns: readonly string[], personId: string): string {
  const row = isPostgres(db) ? 't::text' : columns.map(each => `quote(t."${each}")`).join(` || ',' || `)
  const own = whose
    .filter(each => columns.includes(each))
    .map(each => `cast(t."${each}" as text) = '${personId}'`)
  const sum = (filter: string) =>
    isPostgres(db) ? `(sum(hashtextextended(r, 0)) ${filter})::text` : `group_concat(r, ';') ${filter}`
  return `select ${sum('')} as complete, ${sum('filter (where o)')} as own
    from (select ${row} as r, (${own.map(each => `${each} or `).join('')}false) as o from "${name}" t) x`
}

/** Returns the tables in which two snapshots differ. */
export function changedBetween(
  before: Snapshot,
  after: Snapshot,
  which: 'all' | 'ofPerson' = 'all',
): string[] {
  return [...after[which]].filter(([name, sum]) => before[which].get(name) !== sum).map(([name]) => name)
}
