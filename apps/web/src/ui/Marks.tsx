import { createContext, use } from 'react'

/** Splits a text into parts, of which every second was looked for. Given by a page of results, else nothing is marked. */
export const MarksContext = createContext<((text: string) => readonly string[]) | null>(null)

/** A text with what was looked for marked. */
export function Marks({ text }: { text: string }) {
  const split = use(MarksContext)
  return split ? <MarkedParts parts={split(text)} /> : text
}

/** Parts of a text: those at odd places are marked. */
export function MarkedParts({ parts }: { parts: readonly string[] }) {
  return parts.map((part, place) => (place % 2 === 1 ? <mark key={place}>{part}</mark> : part))
}

const before = 30

/** A piece of a text around what was looked for. There is one line for it, so little stands before the match. */
export function Excerpt({ parts }: { parts: readonly string[] }) {
  const [first = '', ...rest] = parts
  if (first.length <= before) return <MarkedParts parts={parts} />
  const near = first.slice(-before)
  // Words are not cut, where the script has spaces.
  const word = near.search(/\s\S/)
  return <MarkedParts parts={[`…${word >= 0 && word < before - 8 ? near.slice(word + 1) : near}`, ...rest]} />
}
