import type { Db, Queries, Tx } from '../../../db/db.ts'

/** A transaction that begins with its first write. */
export interface LazyTransaction {
  /** Returns the queries to read with: inside the transaction once it has begun. */
  read(): Promise<Queries>
  write(): Promise<Tx>
  commit(): Promise<void>
  rollback(cause: unknown): Promise<void>
}

/**
 * Creates a transaction that begins with its first write. The sign-in library opens a transaction around an entire
 * sign-up, which includes a quarter of a second of password hashing; this way SQLite's only write lock is held only
 * during the writes.
 */
export function lazyTransaction(db: Db): LazyTransaction {
  let begun: Promise<Tx> | null = null
  let ended: Promise<void> = Promise.resolve()
  const end = Promise.withResolvers<void>()
  // It may be rejected while the transaction is still queued.
  end.promise.catch(() => undefined)

  function begin(): Promise<Tx> {
    begun ??= new Promise((resolve, reject) => {
      ended = db.write(async tx => {
        resolve(tx)
        await end.promise
      })
      ended.catch(reject)
    })
    return begun
  }

  return {
    read: async () => (begun ? await begun : db.read),
    write: begin,
    async commit() {
      end.resolve()
      await ended
    },
    async rollback(cause) {
      if (begun) end.reject(cause)
      await ended.catch(() => undefined)
    },
  }
}
