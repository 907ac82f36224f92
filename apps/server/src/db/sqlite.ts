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
import type { CommitLog } from './writes/commitLog.ts'
import { EachRow } from './statements/eachRow.ts'
import { beginWriteTransaction } from './writes/writeQueue.ts'

/**
 * When it plans, SQLite reads the value of a parameter that is alone after `limit`, and so plans the statement
 * again for each run. A sum prevents that.
 */
const limitParameter = /\blimit \?/g

/** Maximum of prepared statements per connection; preparing costs more than running a small one. */
const maxStatements = 400

/** The memory for pages of a connection, in kB. */
const defaultCacheKb = 16_384

/**
 * Opens the file with the settings that the guarantees require: WAL for reads concurrent with a writer,
 * `synchronous=FULL` so that an acknowledged write survives power loss, foreign keys on. Deleted data are overwritten where
 * this costs no further write; `overwriting.ts` does so everywhere.
 */
export function openSqlite(
  file: string,
  options: { readOnly?: boolean; cacheKb?: number | undefined } = {},
): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: 10_000 })
  if (!options.readOnly)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST;')
  database.exec('PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;')
  database.exec(`PRAGMA cache_size = -${options.cacheKb ?? defaultCacheKb}`)
  return database
}

/** Writes the log into the file and empties it. Returns false when a reader prevents it. */
export function emptyLog(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
}

interface CachedStatement {
  statement: StatementSync
  /** Creates a row object from its cells; null for a statement without result columns. */
  createRow: ((cells: unknown[]) => object) | null
}

/**
 * Creates the function that builds a statement's rows. The objects of `node:sqlite` are hash tables, slow to
 * create and slow to read; object literals with the columns give all rows of a statement one shape.
 */
function compileRowFactory(columns: readonly string[]): (cells: unknown[]) => object {
  const fields = columns.map((name, at) => `${JSON.stringify(name)}: cells[${at}]`)
  return new Function('cells', `return { ${fields.join(', ')} }`) as (cells: unknown[]) => object
}

/** A Kysely connection with its prepared statements. */
class SqliteConnection implements DatabaseConnection {
  #database: DatabaseSync
  #statements = new Map<string, CachedStatement>()
  readonly #count: (query: CompiledQuery) => void

  constructor(database: DatabaseSync, count: (query: CompiledQuery) => void) {
    this.#database = database
    this.#count = count
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#count(query)
    const { statement, createRow } = this.#prepare(query.sql)
    if (query.parameters[0] instanceof EachRow) return runEach({ statement, createRow }, query.parameters[0])
    const parameters = query.parameters.map(toSqliteValue)
    if (createRow) {
      const rows = statement.all(...parameters) as unknown as unknown[][]
      return { rows: rows.map(createRow) as R[] }
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
    // A separate statement: a cached one could be reused while this one is still iterated.
    const statement = this.#database.prepare(query.sql)
    for (const row of statement.iterate(...query.parameters.map(toSqliteValue))) yield { rows: [row as R] }
  }

  #prepare(sql: string): CachedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql.replaceAll(limitParameter, 'limit ? + 0'))
    const columns = statement.columns().map(column => column.name)
    if (columns.length > 0) statement.setReturnArrays(true)
    const cached = { statement, createRow: columns.length > 0 ? compileRowFactory(columns) : null }
    const oldest = this.#statements.size < maxStatements ? undefined : this.#statements.keys().next().value
    if (oldest !== undefined) this.#statements.delete(oldest)
    this.#statements.set(sql, cached)
    return cached
  }
}

function runEach<R>({ statement, createRow }: CachedStatement, { rows }: EachRow): QueryResult<R> {
  if (createRow) {
    const made = rows.flatMap(cells => statement.all(...cells) as unknown as unknown[][])
    return { rows: made.map(createRow) as R[] }
  }
  let changes = 0
  for (const cells of rows) changes += Number(statement.run(...cells).changes)
  return { rows: [], numAffectedRows: BigInt(changes) }
}

function toSqliteValue(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}

/** The Kysely dialect for one `node:sqlite` connection. Only `db.write` begins transactions. */
export class NodeSqliteDialect implements Dialect {
  #database: DatabaseSync
  #count: (query: CompiledQuery) => void
  #log: CommitLog | null
  readonly #onBusy: () => void

  /**
   * @param log counts the transactions, when this connection writes
   * @param onBusy called while a transaction waits for others
   */
  constructor(
    database: DatabaseSync,
    count: (query: CompiledQuery) => void = () => undefined,
    log: CommitLog | null = null,
    onBusy: () => void = () => undefined,
  ) {
    this.#database = database
    this.#count = count
    this.#log = log
    this.#onBusy = onBusy
  }

  createDriver(): Driver {
    const connection = new SqliteConnection(this.#database, this.#count)
    return {
      init: async () => undefined,
      acquireConnection: async () => connection,
      beginTransaction: async () => {
        await beginWriteTransaction(this.#database, this.#onBusy)
        this.#log?.onBegin()
      },
      commitTransaction: async () => {
        this.#log?.beforeCommit()
        this.#database.exec('COMMIT')
        this.#log?.afterCommit()
      },
      rollbackTransaction: async () => {
        // On a full disk SQLite rolls back automatically; an error of a second rollback would hide the cause.
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
