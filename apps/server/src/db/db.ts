import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables/allTables.ts'
import type { WriteLoad } from './writes/writeQueue.ts'

/** Where a store sends its statements: the read connection or a running transaction. */
export type Queries = Kysely<Tables>
export type Tx = Transaction<Tables>

export interface DbLocation {
  databaseUrl: string | null
  dataDir: string
}

export interface Db {
  readonly kind: 'sqlite' | 'postgres'
  readonly location: DbLocation
  /** For reads outside a transaction. */
  readonly read: Queries
  /**
   * Runs `work` in one transaction. It must not use the network.
   * @param options `isLoad` is false for the transactions of a queue and for parts of an import's file: long work does
   * not pause for them
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: { isLoad?: boolean }): Promise<T>
  /** Rejects all further writes. For SQLite, when its file may be damaged. */
  stopWriting(): void
  /** Writes the log of SQLite into its file and empties it. Returns false when others prevent it by reading from the log. */
  emptyLog(): Promise<boolean>
  /** Checks the connection. Rejects with the database's error. */
  ping(): Promise<void>
  /** The write load of calls in this process: long work yields the writer to them. */
  readonly writes: WriteLoad
  /** The number of statements sent so far; tests require a fixed number for lists. */
  readonly statements: number
  close(): Promise<void>
}
