import { randomBytes } from 'node:crypto'
import { closeSync, constants, existsSync, openSync, readFileSync, rmSync, write } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

/**
 * Knows what a SQLite library had acknowledged. Each transaction that changes something counts up a row of its own
 * tables, and after the commit the count is written to the file `commits` beside it. A library that holds less than the
 * file says has lost its log or was put back.
 *
 * Nobody waits for the file, and it is not flushed: a killed process leaves it in the system's memory, behind by what was
 * being written at that moment, and after a power loss it may be further behind. It is never ahead, because it is written
 * when the commit is on the disk. So it costs a page of the log, and it gives no false alarm.
 */

/** A state of a library. */
export interface CommitState {
  /** Made at random with the first count: another library has another one. */
  library: string
  count: number
  /** Milliseconds since 1970. */
  at: number
}

/** The file of the last acknowledged count. */
export function commitsFile(dataDir: string): string {
  return join(dataDir, 'commits')
}

/** Forgets what was acknowledged, before another library takes the place of this one. */
export function forgetCommits(dataDir: string): void {
  rmSync(commitsFile(dataDir), { force: true })
}

/** Returns what was acknowledged last; null where that is not known. */
export function acknowledged(dataDir: string): CommitState | null {
  if (!existsSync(commitsFile(dataDir))) return null
  const line = readFileSync(commitsFile(dataDir), 'utf8').slice(0, lineLength)
  const [count, at, library = ''] = line.split(' ')
  const state = { library, count: Number(count), at: Number(at) }
  // A line that was written by half says nothing.
  return line === formatState(state) ? state : null
}

/** Returns what a library holds; null for one that was never counted. */
export function committed(database: DatabaseSync): CommitState | null {
  if (!database.prepare(`select 1 from sqlite_schema where name = 'commit_counts'`).get()) return null
  const row = database.prepare('select library, count, committed_at as at from commit_counts').get()
  return (row as unknown as CommitState | undefined) ?? null
}

/** A line of one length, so that the next one covers it whole. */
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
  /** What is to be written next, while something is being written. */
  #next: CommitState | null = null
  #writing: Promise<void> | null = null
  /** What was acknowledged when the file was opened. It is not overwritten by less: that would hide a loss. */
  #known: CommitState | null = null

  constructor(database: DatabaseSync, dataDir: string) {
    this.#database = database
    this.#dataDir = dataDir
  }

  /** Call it when a transaction has begun. */
  begun(): void {
    this.#changes ??= arrays(this.#database.prepare('select total_changes()'))
    this.#before = this.#total()
    this.#state = null
  }

  /** Call it before the commit. A transaction that changed nothing is not counted, and so costs no flush. */
  committing(): void {
    if (this.#total() === this.#before || !this.#isThere()) return
    const at = Date.now()
    let row = this.#countUp!.get(at) as unknown as [string, number] | undefined
    if (!row) {
      row = [newLibrary(), 1]
      this.#database.prepare('insert into commit_counts values (1, ?, ?, ?)').run(...row, at)
    }
    this.#state = { library: row[0], count: row[1], at }
  }

  /** Call it when the commit is on the disk. */
  done(): void {
    if (!this.#state) return
    this.#next = this.#state
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null))
  }

  /** Writes what is left to be written. */
  async close(): Promise<void> {
    await this.#writing
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  /** On a thread of the runtime: where others flush, even a write without a flush may wait for the file system. */
  async #writeAll(): Promise<void> {
    for (let state = this.#next; state; state = this.#next) {
      this.#next = null
      try {
        this.#file ??= this.#open()
        if (this.#known && (this.#known.library !== state.library || this.#known.count >= state.count))
          continue
        await written(this.#file, formatState(state))
      } catch {
        // On a full disk, or without a file handle, the file stays behind. The next one is tried again.
      }
    }
  }

  #total(): number {
    return (this.#changes!.get() as unknown as [number])[0]
  }

  /** False until the migration that makes the table. */
  #isThere(): boolean {
    if (this.#countUp) return true
    if (!this.#database.prepare(`select 1 from sqlite_schema where name = 'commit_counts'`).get())
      return false
    this.#countUp = arrays(
      this.#database.prepare(
        'update commit_counts set count = count + 1, committed_at = ? returning library, count',
      ),
    )
    return true
  }

  #open(): number {
    this.#known = acknowledged(this.#dataDir)
    // Not emptied by being opened: other processes write it too.
    return openSync(commitsFile(this.#dataDir), constants.O_RDWR | constants.O_CREAT, 0o600)
  }
}

/** Rows as arrays: this runs with every commit. */
function arrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}

function written(file: number, line: string): Promise<void> {
  return new Promise((resolve, reject) =>
    write(file, line, 0, 'utf8', error => (error ? reject(error) : resolve())),
  )
}
