import { parseSearch, type SearchOperator, searchOperators } from '@nestmark/core/searchQuery/query'
import { type Token, tokenize } from '@nestmark/core/searchQuery/tokens'

/** The word at the cursor, for which suggestions are read. */
export interface CompletionTarget {
  /** 'any' for a plain word, else the operator whose value is typed. */
  kind: 'any' | SearchOperator
  /** The plain word, or the value of the operator so far. */
  text: string
  /** The range of the word in the field, which a suggestion replaces. */
  start: number
  end: number
  negative: boolean
}

const isOperator = (name: string): name is SearchOperator =>
  (searchOperators as readonly string[]).includes(name)

/** Returns the word at the cursor, or null when there is none or when it is a quoted phrase. */
export function findTarget(text: string, cursor: number): CompletionTarget | null {
  const token = tokenize(text).find(each => each.start < cursor && cursor <= each.end)
  if (!token) return null
  const { start, end, negative } = token
  const { operator, value } = parseOperator(token)
  if (isOperator(operator)) return { kind: operator, text: value, start, end, negative }
  if (operator !== '' || token.quoted || negative) return null
  return { kind: 'any', text: value, start, end, negative }
}

/** Treats a plain word such as `tag:` as an operator without a value. */
function parseOperator({ operator, value }: Token): { operator: string; value: string } {
  const name = /^([a-z]+):$/i.exec(value)?.[1]
  return operator === '' && name ? { operator: name.toLowerCase(), value: '' } : { operator, value }
}

/** Returns an operator with its value, in quotes where the value contains spaces. */
export function formatOperator(operator: SearchOperator, value: string): string {
  return `${operator}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`
}

/**
 * Replaces the word at the cursor. Returns the new text and the cursor position: where the next word or the operator's
 * value begins.
 */
export function applySuggestion(
  text: string,
  target: CompletionTarget,
  replacement: string,
): { text: string; cursor: number } {
  const isOpen = replacement.endsWith(':')
  const inserted = `${target.negative ? '-' : ''}${replacement}${isOpen ? '' : ' '}`
  const remainder = isOpen ? text.slice(target.end) : text.slice(target.end).replace(/^ /, '')
  return { text: text.slice(0, target.start) + inserted + remainder, cursor: target.start + inserted.length }
}

/**
 * Returns a text without an operator at its end whose value is still being typed, such as `type:vi`. As words, it would
 * find nothing.
 */
export function withoutUnfinishedOperator(text: string): string {
  const typed = /(?:^|\s)-?((?:type|is|before|after):\S*)$/i.exec(text)
  if (!typed?.[1]) return text
  const { categories, favourite, before, after } = parseSearch(typed[1])
  const isFinished = categories.length > 0 || favourite !== null || before !== null || after !== null
  return isFinished ? text : text.slice(0, typed.index)
}

/** Returns the operators that start with the text; none for less than two characters. */
export function findOperators(text: string): SearchOperator[] {
  const word = text.toLowerCase()
  return word.length < 2 ? [] : searchOperators.filter(each => each.startsWith(word))
}
