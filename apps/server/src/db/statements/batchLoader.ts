import type { Db } from '../db.ts'

type Waiting<T> = Omit<PromiseWithResolvers<T | undefined>, 'promise'> & { key: string }

/**
 * Maximum concurrent queries. While one is running, the results of the previous one are processed and the
 * next one collects keys.
 */
const maxConcurrentQueries = 3

/**
 * Returns a function that loads rows by a key, those of each database in batches.
 * @param read returns the rows found for these distinct keys
 */
export function createLookUp<Row>(
  read: (db: Db, keys: readonly string[]) => Promise<readonly Row[]>,
  toKey: (row: Row) => string,
): (db: Db, key: string) => Promise<Row | undefined> {
  const loaders = new WeakMap<Db, (key: string) => Promise<Row | undefined>>()
  return (db, key) => {
    let load = loaders.get(db)
    if (!load) {
      load = batchLoader(async keys => new Map((await read(db, keys)).map(row => [toKey(row), row])))
      loaders.set(db, load)
    }
    return load(key)
  }
}

/**
 * Loads many keys with one query. Keys requested while the maximum of queries is running wait for the next
 * query. So a result is never older than its request, and many requests cost little more than one.
 * @param query returns the values found for these distinct keys
 */
export function batchLoader<T>(
  query: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let waiting: Waiting<T>[] = []
  let scheduled = false
  let running = 0

  async function runNext(): Promise<void> {
    scheduled = false
    const batch = waiting
    waiting = []
    running++
    try {
      const found = await query([...new Set(batch.map(each => each.key))])
      for (const { key, resolve } of batch) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    running--
    if (waiting.length > 0 && !scheduled) void runNext()
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (scheduled || running === maxConcurrentQueries) return
      scheduled = true
      // Waits until all requests of this tick, and those triggered by the results of the previous tick, are
      // collected.
      setImmediate(() => setImmediate(() => void runNext()))
    })
}
