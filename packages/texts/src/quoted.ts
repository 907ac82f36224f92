/** Matches characters of scripts that run from right to left, and marks of direction that turn the text after them. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns a title in quotation marks, for a sentence. One that runs from right to left is isolated (U+2068, U+2069; Unicode Bidirectional
 * Algorithm), so that it does not move the words, marks and other titles beside it.
 */
export function quoted(title = ''): string {
  return `“${rightToLeft.test(title) ? `\u2068${title}\u2069` : title}”`
}
