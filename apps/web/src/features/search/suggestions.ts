import { type SearchOperator, searchOperators } from '@nestmark/core/searchQuery/query'
import { type Token, tokenize } from '@nestmark/core/searchQuery/tokens'

/** The word at the cursor, for which suggestions are read. */
export interface Asked {
  /** 'any' for a plain word, else the operator whose value is typed. */
  of: 'any' | SearchOperator
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
export function askedAt(text: string, cursor: number): Asked | null {
  const token = tokenize(text).find(each => each.start < cursor && cursor <= each.end)
  if (!token) return null
  const { start, end, negative } = token
  const { operator, value } = withOperator(token)
  if (isOperator(operator)) return { of: operator, text: value, start, end, negative }
  if (operator !== '' || token.quoted || negative) return null
  return { of: 'any', text: value, start, end, negative }
}

/** Treats a plain word such as `tag:` as an operator without a value. */
function withOperator({ operator, value }: Token): { operator: string; value: string } {
  const bare = /^([a-z]+):$/i.exec(value)?.[1]
  return operator === '' && bare ? { operator: bare.toLowerCase(), value: '' } : { operator, value }
}

/** Returns an operator with its value, in quotes where the value contains spaces. */
export function written(operator: SearchOperator, value: string): string {
  return `${operator}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`
}

/**
 * Replaces the word at the cursor. Returns the new text and the cursor position: where the next word or the operator's
 * value begins.
 */
export function completed(text: string, asked: Asked, by: string): { text: string; cursor: number } {
  const open = by.endsWith(':')
  const piece = `${asked.negative ? '-' : ''}${by}${open ? '' : ' '}`
  const rest = open ? text.slice(asked.end) : text.slice(asked.end).replace(/^ /, '')
  return { text: text.slice(0, asked.start) + piece + rest, cursor: asked.start + piece.length }
}

/** Returns the operators that start with the text; none for less than two letters. */
export function operatorsLike(text: string): SearchOperator[] {
  const word = text.toLowerCase()
  return word.length < 2 ? [] : searchOperators.filter(each => each.startsWith(word))
}
