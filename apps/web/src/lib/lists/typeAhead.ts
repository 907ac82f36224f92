/** The pause after which a character begins another name, in milliseconds. */
const pause = 700

/** The characters that were typed of a name, and the time of the last one in milliseconds. */
export interface TypedName {
  text: string
  at: number
}

/** Nothing typed. */
export const nothingTyped: TypedName = { text: '', at: Number.NEGATIVE_INFINITY }

/** Returns whether a character at a time, in milliseconds, continues the typed name. */
export function continuesName({ at }: TypedName, now: number): boolean {
  return now - at < pause
}

/** Returns the typed name with a further character. After a pause it begins another name. */
export function typeCharacter(typed: TypedName, character: string, now: number): TypedName {
  const before = continuesName(typed, now) ? typed.text : ''
  return { text: (before + character).toLowerCase(), at: now }
}

/**
 * Finds the name that begins with the typed text, as the ARIA patterns of lists and trees have it: one character, or
 * the same one again, moves on from the present name; further characters narrow down from it. It wraps around.
 * @param from the index of the present name; -1 without one
 * @returns its index; -1 without one
 */
export function findTypedName(names: readonly string[], text: string, from: number): number {
  const isRepeated = [...text].every(each => each === text[0])
  const sought = isRepeated ? text.slice(0, 1) : text
  const start = isRepeated ? from + 1 : Math.max(0, from)
  const order = names.map((_, nth) => (start + nth) % names.length)
  return order.find(at => names[at]?.toLowerCase().startsWith(sought)) ?? -1
}
