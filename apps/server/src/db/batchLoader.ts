interface Waiting<T> {
  key: string
  resolve: (found: T | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Maximum concurrent queries. While one is running, the results of the previous one are processed and the
 * next one collects keys.
 */
const questionsAtOnce = 3

/**
 * Loads many keys with one query. Keys requested while the maximum of queries is running wait for the next
 * query. So a result is never older than its request, and many requests cost little more than one.
 * @param ask returns the values found for these distinct keys
 */
export function batchLoader<T>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let waiting: Waiting<T>[] = []
  let planned = false
  let underWay = 0

  async function askNext(): Promise<void> {
    planned = false
    const turn = waiting
    waiting = []
    underWay++
    try {
      const found = await ask([...new Set(turn.map(each => each.key))])
      for (const { key, resolve } of turn) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
    underWay--
    if (waiting.length > 0 && !planned) void askNext()
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (planned || underWay === questionsAtOnce) return
      planned = true
      // Waits until all requests of this tick, and those triggered by the results of the previous tick, are
      // collected.
      setImmediate(() => setImmediate(() => void askNext()))
    })
}
