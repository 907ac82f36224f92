/** A place in a text: its words with those around, where it was, and the page of a PDF, from 1. */
export interface Anchor {
  quote: { exact: string; prefix: string; suffix: string }
  /** Offsets in the normalised text, in UTF-16 code units. */
  position: { start: number; end: number }
  pdf?: { page: number }
}

/** Length of prefix and suffix, in UTF-16 code units. */
export const contextLength = 32

/**
 * Returns the anchor of a range of a normalised text (`TextMap`). White space at the ends of the range is left out; a
 * range that cuts a character has it complete. Offsets outside of the text count as its ends.
 * @param page of a PDF whose page this text is, from 1
 * @returns null for a range without words
 */
export function createAnchor(text: string, from: number, to: number, page?: number): Anchor | null {
  let start = toCharacterStart(text, Math.min(from, to))
  let end = toCharacterEnd(text, Math.max(from, to))
  while (start < end && text[start] === ' ') start++
  while (end > start && text[end - 1] === ' ') end--
  if (start >= end) return null
  return {
    quote: { exact: text.slice(start, end), ...readContext(text, start, end) },
    position: { start, end },
    ...(page !== undefined && { pdf: { page } }),
  }
}

/** Returns the characters before and after a range: at most 32 code units each, no half character. */
export function readContext(text: string, start: number, end: number): { prefix: string; suffix: string } {
  const from = Math.max(start - contextLength, 0)
  const to = Math.min(end + contextLength, text.length)
  return {
    prefix: text.slice(isInside(text, from) ? from + 1 : from, start),
    suffix: text.slice(end, isInside(text, to) ? to - 1 : to),
  }
}

/** Returns whether an offset is between the two code units of one character. */
function isInside(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1))
}

const clamp = (at: number, text: string) =>
  Math.min(Math.max(Number.isNaN(at) ? 0 : Math.trunc(at), 0), text.length)

function toCharacterStart(text: string, offset: number): number {
  const at = clamp(offset, text)
  return isInside(text, at) ? at - 1 : at
}

function toCharacterEnd(text: string, offset: number): number {
  const at = clamp(offset, text)
  return isInside(text, at) ? at + 1 : at
}
