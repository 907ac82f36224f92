const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Returns the number of words of a text. Scripts without spaces between words need a dictionary; other words are counted
 * by their spaces.
 * @param lang of the text, by BCP 47; '' when unknown
 */
export function countWords(text: string, lang: string): number {
  // One expression for entire words would take time in proportion to the square of a word without letters.
  if (!unspaced.test(text)) return text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length
  const segments = new Intl.Segmenter(lang || 'en', { granularity: 'word' }).segment(text)
  let words = 0
  for (const { isWordLike } of segments) if (isWordLike) words++
  return words
}
