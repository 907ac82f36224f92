import { AsyncLocalStorage } from 'node:async_hooks'

/** One of several checkouts whose servers are measured alternately. */
interface Side {
  root: string
  /** Resumes the side; null while it runs or after it has ended. */
  resume: (() => void) | null
}

interface Comparison {
  sides: Side[]
  own: Side
}

const running = new AsyncLocalStorage<Comparison>()

/** Returns the checkout whose servers the calling measurement starts; undefined for this one. */
export const sideRoot = (): string | undefined => running.getStore()?.own.root

/**
 * Runs the same work once for each checkout. One runs at a time: each lets the next one run in `yieldTurn`, and at its
 * end.
 * @param roots directories of the checkouts
 * @returns the results, in the order of the checkouts
 * @throws the first error of a side, after the others have ended
 */
export async function runSides<T>(roots: readonly string[], work: () => Promise<T>): Promise<T[]> {
  const sides = roots.map((root): Side => ({ root, resume: null }))
  const runs = sides.map(async own => {
    await new Promise<void>(resolve => (own.resume = resolve))
    try {
      return await running.run({ sides, own }, work)
    } finally {
      resumeNext(sides, own)
    }
  })
  resumeNext(sides, sides.at(-1))
  const ends = await Promise.allSettled(runs)
  return ends.map(end => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}

/** Lets the other sides run until each of them yields too. Does nothing in a measurement of one side. */
export async function yieldTurn(): Promise<void> {
  const { sides, own } = running.getStore() ?? {}
  if (!sides || !own) return
  const turn = new Promise<void>(resolve => (own.resume = resolve))
  resumeNext(sides, own)
  await turn
}

/** Resumes the next side after this one that waits, which may be itself. */
function resumeNext(sides: readonly Side[], own: Side | undefined): void {
  const at = sides.findIndex(side => side === own)
  const waiting = [...sides.slice(at + 1), ...sides.slice(0, at + 1)].find(side => side.resume !== null)
  const resume = waiting?.resume
  if (!waiting || !resume) return
  waiting.resume = null
  resume()
}
