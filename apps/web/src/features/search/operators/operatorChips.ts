import { hasFilters, parseSearch } from '@nestmark/core/searchQuery/query'
import { type Token, tokenize } from '@nestmark/core/searchQuery/tokens'

/** An operator of a search text with its value. The search field shows it as a chip. */
export interface OperatorChip {
  operator: string
  value: string
  negative: boolean
  /** The operator as it is typed, such as `in:"Reading pile"`. */
  typed: string
}

/**
 * Splits a search text into its operators and its words. An operator that is invalid is searched as words, so it stays in
 * the words.
 * @param isTyping true while the text is typed: an operator at its end may not be complete, so it remains in the words
 */
export function splitOperators(text: string, isTyping = false): { chips: OperatorChip[]; words: string } {
  const chips: OperatorChip[] = []
  let words = ''
  let end = 0
  for (const token of tokenize(text)) {
    const typed = text.slice(token.start, token.end)
    const isComplete = !isTyping || /\s/.test(text.charAt(token.end))
    if (!isComplete || !isFilter(token, typed)) continue
    chips.push({ operator: token.operator, value: token.value, negative: token.negative, typed })
    words += text.slice(end, token.start)
    end = token.end + 1
  }
  words += text.slice(end)
  return { chips, words: isTyping ? words : words.trim() }
}

function isFilter({ operator, value }: Token, typed: string): boolean {
  if (operator === '' || value === '') return false
  const query = parseSearch(typed)
  return hasFilters(query) || query.content !== null
}

/** Returns the search text of operators and words. The words are at the end, where they are typed. */
export function joinOperators(chips: readonly Pick<OperatorChip, 'typed'>[], words: string): string {
  return chips.map(chip => `${chip.typed} `).join('') + words
}
