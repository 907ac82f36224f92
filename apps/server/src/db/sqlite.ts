import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { CommitLog } from './commitLog.ts'
import { EachRow } from './eachRow.ts'
import { beginWriting } from './writeQueue.ts'

/**
 * SQLite looks at the value of a parameter that stands alone behind `limit` when it plans, and so plans the whole
 * statement anew for each of its runs. As a sum it is not looked at.
 */
const bareLimit = /\blimit \?/g

/** Statements kept prepared per connection; preparing costs more than running a small one. */
const statementsKept = 400

/**
 * Opens the file with the settings that the promises rest on: WAL for readers beside a writer, `synchronous=FULL`
 * so that an acknowledged write survives power loss, foreign keys on.
 */
export function openSqlite(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: 10_000 })
  if (!options.readOnly) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  database.exec('PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;')
  return database
}

interface Kept {
  statement: StatementSync
  /** Makes a row of its cells; null for a statement that gives none. */
  rowOf: ((cells: unknown[]) => object) | null
}

/**
 * Makes the function that makes a statement's rows. The objects that `node:sqlite` gives are hash tables, slow to make
 * and slow to read; these are written out with their columns, so that all rows of a statement have one shape.
 */
function rowMaker(columns: readonly string[]): (cells: unknown[]) => object {
  const fields = columns.map((name, at) => `${JSON.stringify(name)}: cells[${at}]`)
  return new Function('cells', `return { ${fields.join(', ')} }`) as (cells: unknown[]) => object
}

/** One connection as Kysely sees it, with its prepared statements. */
class SqliteConnection implements DatabaseConnection {
  #database: DatabaseSync
  #statements = new Map<string, Kept>()
  readonly #count: (query: CompiledQuery) => void

  constructor(database: DatabaseSync, count: (query: CompiledQuery) => void) {
    this.#database = database
    this.#count = count
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#count(query)
    const { statement, rowOf } = this.#prepare(query.sql)
    if (query.parameters[0] instanceof EachRow) return runEach({ statement, rowOf }, query.parameters[0])
    const parameters = query.parameters.map(asSqlite)
    if (rowOf) {
      const rows = statement.all(...parameters) as unknown as unknown[][]
      return { rows: rows.map(rowOf) as R[] }
    }
    const done = statement.run(...parameters)
    return {
      rows: [],
      numAffectedRows: BigInt(done.changes),
      insertId: BigInt(done.lastInsertRowid),
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    this.#count(query)
    // A statement of its own: a kept one could be used again while this one is still walked.
    const statement = this.#database.prepare(query.sql)
    for (const row of statement.iterate(...query.parameters.map(asSqlite))) yield { rows: [row as R] }
  }

  #prepare(sql: string): Kept {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql.replaceAll(bareLimit, 'limit ? + 0'))
    const columns = statement.columns().map(column => column.name)
    if (columns.length > 0) statement.setReturnArrays(true)
    const kept = { statement, rowOf: columns.length > 0 ? rowMaker(columns) : null }
    if (this.#statements.size >= statementsKept)
      this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(sql, kept)
    return kept
  }
}

function runEach<R>({ statement, rowOf }: Kept, { rows }: EachRow): QueryResult<R> {
  if (rowOf) {
    const made = rows.flatMap(cells => statement.all(...cells) as unknown as unknown[][])
    return { rows: made.map(rowOf) as R[] }
  }
  let changes = 0
  for (const cells of rows) changes += Number(statement.run(...cells).changes)
  return { rows: [], numAffectedRows: BigInt(changes) }
}

function asSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}

/** Kysely over one `node:sqlite` connection. Transactions are begun by `db.write`, never by Kysely itself. */
export class NodeSqliteDialect implements Dialect {
  #database: DatabaseSync
  #count: (query: CompiledQuery) => void
  #log: CommitLog | null

  /** @param log counts the transactions, where this connection writes */
  constructor(
    database: DatabaseSync,
    count: (query: CompiledQuery) => void = () => undefined,
    log: CommitLog | null = null,
  ) {
    this.#database = database
    this.#count = count
    this.#log = log
  }

  createDriver(): Driver {
    const connection = new SqliteConnection(this.#database, this.#count)
    return {
      init: async () => undefined,
      acquireConnection: async () => connection,
      beginTransaction: async () => {
        await beginWriting(this.#database)
        this.#log?.begun()
      },
      commitTransaction: async () => {
        this.#log?.committing()
        this.#database.exec('COMMIT')
        this.#log?.done()
      },
      rollbackTransaction: async () => {
        // A full disk makes SQLite roll back by itself; a complaint about that would hide the cause.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      },
      releaseConnection: async () => undefined,
      destroy: async () => {
        await this.#log?.close()
        this.#database.close()
      },
    }
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }
  createAdapter() {
    return new SqliteAdapter()
  }
  createIntrospector(db: Parameters<Dialect['createIntrospector']>[0]) {
    return new SqliteIntrospector(db)
  }
}
