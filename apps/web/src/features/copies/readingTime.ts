const wordsPerMinute = 230

/** Returns the minutes that a text takes to read, at least one. */
export function toMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}
