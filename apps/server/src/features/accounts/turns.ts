/** Lets `most` works run at once; the others wait in line. */
export function createTurns(most: number): { run<T>(work: () => Promise<T>): Promise<T> } {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (running >= most) await new Promise<void>(enter => waiting.push(enter))
      else running++
      try {
        return await work()
      } finally {
        // The place is handed over, so nobody can push in between.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
