import type { Db, Queries, Tx } from '../../db/db.ts'

/** A transaction that begins with its first write. */
export interface LazyTransaction {
  /** Where to read: inside the transaction once it has begun. */
  read(): Promise<Queries>
  write(): Promise<Tx>
  commit(): Promise<void>
  rollback(cause: unknown): Promise<void>
}

/**
 * The sign-in library opens a transaction around a whole sign-up, and a quarter of a second of password hashing lies
 * inside. Begun at its first write, the transaction holds SQLite's only write lock for the writes alone.
 */
export function lazyTransaction(db: Db): LazyTransaction {
  let begun: Promise<Tx> | null = null
  let ended: Promise<void> = Promise.resolve()
  const end = Promise.withResolvers<void>()
  // It may be rejected while the transaction still waits for its turn.
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
