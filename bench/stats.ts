/** The value below which this share of the sample lies. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const median = (sample: readonly number[]): number => percentile(sample, 0.5)

/** What is measured: it gives the milliseconds it took. */
export type Side = () => number | Promise<number>

/**
 * Measures all sides in turns, ABAB…, so that whatever else the machine does falls on each of them alike.
 * @param warmUp turns that are not counted: compilers and caches get warm first
 */
export async function inTurns<Name extends string>(
  sides: Record<Name, Side>,
  turns: number,
  warmUp = Math.ceil(turns / 4),
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[]
  const samples = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<Name, number[]>
  for (let turn = -warmUp; turn < turns; turn++)
    for (const name of names) {
      const took = await sides[name]()
      if (turn >= 0) samples[name].push(took)
    }
  return samples
}

/** Times work in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
