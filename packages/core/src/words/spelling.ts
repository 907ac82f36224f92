/**
 * Returns the number of insertions, deletions, replacements and swaps of adjacent characters that turn one word
 * into another (optimal string alignment), or `max + 1` when there are more than `max`.
 */
export function countEdits(from: string, to: string, max: number): number {
  if (Math.abs(from.length - to.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    let best = row
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      let edits = Math.min(
        read(last, column) + 1,
        read(current, column - 1) + 1,
        read(last, column - 1) + (isSame ? 0 : 1),
      )
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwap) edits = Math.min(edits, read(beforeLast, column - 2) + 1)
      current.push(edits)
      best = Math.min(best, edits)
    }
    if (best > max) return max + 1
    beforeLast = last
    last = current
  }
  return read(last, to.length)
}

const read = (row: readonly number[], at: number) => row[at] ?? Number.MAX_SAFE_INTEGER

/**
 * Returns the words that are nearest to a misspelt one, the nearest first: one edit for words of four and five letters,
 * two for longer ones.
 * @param candidates words with the same first letter
 */
export function listNearestWords(word: string, candidates: readonly string[], count: number): string[] {
  const max = word.length < 6 ? 1 : 2
  return candidates
    .map(candidate => ({ candidate, edits: countEdits(word, candidate, max) }))
    .filter(({ edits }) => edits > 0 && edits <= max)
    .toSorted((a, b) => a.edits - b.edits || a.candidate.length - b.candidate.length)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}
