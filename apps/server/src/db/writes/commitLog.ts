import { randomBytes } from 'node:crypto'
import { closeSync, constants, existsSync, openSync, readFileSync, rmSync, write } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

/**
 * Records what a SQLite library has acknowledged. Each transaction that changes something increments a counter in a
 * separate table. After the commit the counter is written to the file `commits` next to the database. A library whose
 * counter is below that of the file has lost its log or was replaced by an older copy.
 *
 * Nothing waits for the file, and it is not flushed. After a killed process it lacks only what was being written at
 * that time; after a power loss it may lack more. It is never ahead, because it is written once the commit is on disk.
 * So it costs one page of the log and raises no false alarm.
 */

/** The commit state of a library. */
export interface CommitState {
  /** Random id of the library, generated with the first count. */
  library: string
  count: number
  /** Milliseconds since 1970. */
  at: number
}

/** Returns the path of the file with the last acknowledged count. */
function commitsFile(dataDir: string): string {
  return join(dataDir, 'commits')
}

/** Deletes the acknowledged count, before another library replaces this one. */
export function deleteCommitCount(dataDir: string): void {
  rmSync(commitsFile(dataDir), { force: true })
}

/** Returns the last acknowledged state; null when it is unknown. */
export function readAcknowledgedState(dataDir: string): CommitState | null {
  if (!existsSync(commitsFile(dataDir))) return null
  const line = readFileSync(commitsFile(dataDir), 'utf8').slice(0, lineLength)
  const [count, at, library = ''] = line.split(' ')
  const state = { library, count: Number(count), at: Number(at) }
  // Ignores a partially written line.
  return line === formatState(state) ? state : null
}

/** Returns the state stored in a library; null when it was never counted. */
export function readCommittedState(database: DatabaseSync): CommitState | null {
  if (!database.prepare(`select 1 from sqlite_schema where name = 'commit_counts'`).get()) return null
  const row = database.prepare('select library, count, committed_at as at from commit_counts').get()
  return (row as unknown as CommitState | undefined) ?? null
}

/** Formats a line of fixed length, so that the next one overwrites it completely. */
function formatState({ library, count, at }: CommitState): string {
  const text = `${String(count).padStart(16, '0')} ${String(at).padStart(16, '0')} ${library}`
  return `${text} ${crc32(text).toString(16).padStart(8, '0')}\n`
}

const newLibrary = () => randomBytes(12).toString('hex')
const lineLength = formatState({ library: newLibrary(), count: 0, at: 0 }).length

/** Counts the transactions of one connection. */
export class CommitLog {
  readonly #database: DatabaseSync
  readonly #dataDir: string
  #changes: StatementSync | null = null
  #countUp: StatementSync | null = null
  #before = 0
  #state: CommitState | null = null
  #file: number | null = null
  /** The state to be written once the current write ends. */
  #next: CommitState | null = null
  #writing: Promise<void> | null = null
  /**
   * What was acknowledged when the file was opened. A lower count must not overwrite it, because that would
   * hide a loss.
   */
  #known: CommitState | null = null

  constructor(database: DatabaseSync, dataDir: string) {
    this.#database = database
    this.#dataDir = dataDir
  }

  /** Must be called when a transaction has begun. */
  onBegin(): void {
    this.#before = this.#total()
    this.#state = null
  }

  /**
   * Must be called before the commit. A transaction without changes is not counted, and so costs no flush.
   */
  beforeCommit(): void {
    if (this.#total() === this.#before) return
    const countUp = this.#prepareCountUp()
    if (!countUp) return
    const at = Date.now()
    let row = countUp.get(at) as unknown as [string, number] | undefined
    if (!row) {
      row = [newLibrary(), 1]
      this.#database.prepare('insert into commit_counts values (1, ?, ?, ?)').run(...row, at)
    }
    this.#state = { library: row[0], count: row[1], at }
  }

  /** Must be called when the commit is on disk. */
  afterCommit(): void {
    if (!this.#state) return
    this.#next = this.#state
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null))
  }

  /** Waits for pending writes and closes the file. */
  async close(): Promise<void> {
    await this.#writing
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  /** Writes asynchronously: while others flush, even a write without a flush may block on the file system. */
  async #writeAll(): Promise<void> {
    for (let state = this.#next; state; state = this.#next) {
      this.#next = null
      try {
        this.#file ??= this.#open()
        if (this.#known && (this.#known.library !== state.library || this.#known.count >= state.count))
          continue
        await writeLine(this.#file, formatState(state))
      } catch {
        // On a full disk, or without a file handle, the file falls behind. The next write tries again.
      }
    }
  }

  #total(): number {
    this.#changes ??= returnArrays(this.#database.prepare('select total_changes()'))
    return (this.#changes.get() as unknown as [number])[0]
  }

  /** Returns null until the migration that creates the table has run. */
  #prepareCountUp(): StatementSync | null {
    if (this.#countUp) return this.#countUp
    if (!this.#database.prepare(`select 1 from sqlite_schema where name = 'commit_counts'`).get()) return null
    this.#countUp = returnArrays(
      this.#database.prepare(
        'update commit_counts set count = count + 1, committed_at = ? returning library, count',
      ),
    )
    return this.#countUp
  }

  #open(): number {
    this.#known = readAcknowledgedState(this.#dataDir)
    // Not truncated when opened, because other processes write it too.
    return openSync(commitsFile(this.#dataDir), constants.O_RDWR | constants.O_CREAT, 0o600)
  }
}

/** Returns rows as arrays, for speed: this runs with every commit. */
function returnArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}

function writeLine(file: number, line: string): Promise<void> {
  return new Promise((resolve, reject) =>
    write(file, line, 0, 'utf8', error => (error ? reject(error) : resolve())),
  )
}
