import { type SearchOperator, searchOperators } from '@nestmark/core/searchQuery/query'
import { type Token, tokenize } from '@nestmark/core/searchQuery/tokens'

/** What the word at the cursor asks to be suggested. */
export interface Asked {
  /** 'any' while a plain word is typed, else the operator whose value it is. */
  of: 'any' | SearchOperator
  /** The word itself, or the operator's value so far. */
  text: string
  /** Where it stands in the box, to be replaced. */
  start: number
  end: number
  negative: boolean
}

const isOperator = (name: string): name is SearchOperator =>
  (searchOperators as readonly string[]).includes(name)

/** The word at the cursor, or null when there is none or when it is quoted words. */
export function askedAt(text: string, cursor: number): Asked | null {
  const token = tokenize(text).find(each => each.start < cursor && cursor <= each.end)
  if (!token) return null
  const { start, end, negative } = token
  const { operator, value } = withOperator(token)
  if (isOperator(operator)) return { of: operator, text: value, start, end, negative }
  if (operator !== '' || token.quoted || negative) return null
  return { of: 'any', text: value, start, end, negative }
}

/** `tag:` has no value yet, and is read as a plain word. */
function withOperator({ operator, value }: Token): { operator: string; value: string } {
  const bare = /^([a-z]+):$/i.exec(value)?.[1]
  return operator === '' && bare ? { operator: bare.toLowerCase(), value: '' } : { operator, value }
}

/** A value as it is written behind an operator: in quotes where it has spaces. */
export function written(operator: SearchOperator, value: string): string {
  return `${operator}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`
}

/** The box with the asked word replaced, and where the cursor stands then: behind it, where the next word begins. */
export function completed(text: string, asked: Asked, by: string): { text: string; cursor: number } {
  const open = by.endsWith(':')
  const piece = `${asked.negative ? '-' : ''}${by}${open ? '' : ' '}`
  const rest = open ? text.slice(asked.end) : text.slice(asked.end).replace(/^ /, '')
  return { text: text.slice(0, asked.start) + piece + rest, cursor: asked.start + piece.length }
}

/** The operators that begin like a word of two letters or more. */
export function operatorsLike(text: string): SearchOperator[] {
  const word = text.toLowerCase()
  return word.length < 2 ? [] : searchOperators.filter(each => each.startsWith(word))
}
