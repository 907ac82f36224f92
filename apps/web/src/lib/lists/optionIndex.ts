/**
 * Returns the index of the active option after an arrow key. The ends are connected, and -1 means no active option.
 */
export function stepOption(index: number, step: -1 | 1, count: number): number {
  if (index < 0) return step > 0 ? 0 : count - 1
  return (index + step + count) % count
}
