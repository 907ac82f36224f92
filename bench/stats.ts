import { yieldTurn } from './sides.ts'

/** Returns the value below which the given share of the sample is; NaN for an empty sample, which meets no limit. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (sample: readonly number[]): number => percentile(sample, 0.5)

/** One side of a measurement. Returns its duration in milliseconds. */
export type Side = () => number | Promise<number>

/**
 * Measures all sides alternately, ABAB…, so that other load on the machine affects them equally. Two checkouts alternate too.
 * @param warmUp number of rounds that are not counted, for warming up compilers and caches
 */
export async function inTurns<Name extends string>(
  sides: Record<Name, Side>,
  turns: number,
  warmUp = Math.ceil(turns / 4),
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[]
  const samples = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<Name, number[]>
  for (let turn = -warmUp; turn < turns; turn++) {
    for (const name of names) {
      const took = await sides[name]()
      if (turn >= 0) samples[name].push(took)
    }
    await yieldTurn()
  }
  return samples
}

/** Measures the duration of work in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
