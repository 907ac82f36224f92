interface Waiting<T> {
  key: string
  resolve: (found: T | undefined) => void
  reject: (error: unknown) => void
}

/** While one question is on its way, what the last ones brought is worked on and the next one gathers. */
const questionsAtOnce = 3

/**
 * Asks for many by one statement: what is asked while enough questions are under way waits for the next one. So an answer
 * is never older than its question, and a crowd costs hardly more than one.
 * @param ask gives what was found of these different keys
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
      // After everything that came in at the same moment has asked, and what answers of a moment ago have brought in.
      setImmediate(() => setImmediate(() => void askNext()))
    })
}
