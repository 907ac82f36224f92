import { createContext, use } from 'react'

/**
 * Splits a text into parts; every second part is a search match. Search pages provide it; without it nothing
 * is highlighted.
 */
export const MarksContext = createContext<((text: string) => readonly string[]) | null>(null)

/** Renders a text with highlighted search matches. */
export function Marks({ text }: { text: string }) {
  const split = use(MarksContext)
  return split ? <MarkedParts parts={split(text)} /> : text
}

/** Renders the parts of a text and highlights those at odd indexes. */
function MarkedParts({ parts }: { parts: readonly string[] }) {
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}

const maxPrefix = 30

/** Renders an excerpt around the first match. It has one line, so only a short part precedes the match. */
export function Excerpt({ parts }: { parts: readonly string[] }) {
  const [first = '', ...rest] = parts
  if (first.length <= maxPrefix) return <MarkedParts parts={parts} />
  const prefix = first.slice(-maxPrefix)
  // Cuts between words, where the script has spaces.
  const word = prefix.search(/\s\S/)
  return (
    <MarkedParts
      parts={[`…${word >= 0 && word < maxPrefix - 8 ? prefix.slice(word + 1) : prefix}`, ...rest]}
    />
  )
}
