import { foldWithPositions } from '@nestmark/core/words/highlightMatches'
import { foldText } from '@nestmark/core/words/searchTerms'
import type { ArticleText } from '../articleText.ts'

/** A match in an article, by the positions of its first character and of the one after it. */
export interface Match {
  start: number
  end: number
}

/** The text of an article as it is searched: folded, with single spaces. */
export interface SearchedText {
  folded: string
  /** The position in the article of each character of `folded`. */
  positions: readonly number[]
}

/** More matches are not counted: a single letter is no search. */
const maxMatches = 5000

const blocks =
  'p, h1, h2, h3, h4, h5, h6, li, dt, dd, blockquote, pre, figcaption, caption, td, th, summary, div, section'

/** Prepares a text for searching. White space is one space, and words of two paragraphs are never adjacent. */
export function foldArticle({ nodes, starts }: ArticleText): SearchedText {
  let folded = ''
  const positions: number[] = []
  const add = (character: string, position: number) => {
    folded += character
    for (let at = 0; at < character.length; at++) positions.push(position)
  }
  let block: Element | null | undefined
  for (const [index, node] of nodes.entries()) {
    const start = starts[index] ?? 0
    const own = node.parentElement?.closest(blocks)
    if (block !== undefined && own !== block) add('\n', start)
    block = own
    const part = foldWithPositions(node.data)
    for (let at = 0; at < part.folded.length; at++) {
      const character = part.folded[at] ?? ''
      const position = start + (part.from[at] ?? 0)
      if (character === '\u00ad') continue
      if (!/\s/.test(character)) add(character, position)
      else if (!/[\s]$/.test(folded)) add(' ', position)
    }
  }
  return { folded, positions }
}

/**
 * Finds a text in an article, without regard to case and diacritics. Where the words are nowhere adjacent, each of them
 * is found: the words of a search may be anywhere.
 */
export function findInArticle(searched: SearchedText, query: string): Match[] {
  const phrase = foldText(query).replace(/\s+/g, ' ').trim()
  if (phrase === '') return []
  const found = findAll(searched, phrase)
  const words = new Set(phrase.split(' '))
  if (found.length > 0 || words.size < 2) return found
  return [...words]
    .flatMap(word => findAll(searched, word))
    .sort((one, other) => one.start - other.start)
    .slice(0, maxMatches)
}

function findAll({ folded, positions }: SearchedText, needle: string): Match[] {
  const matches: Match[] = []
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    const [start, last] = [positions[at], positions[at + needle.length - 1]]
    if (start !== undefined && last !== undefined) matches.push({ start, end: last + 1 })
    if (matches.length === maxMatches) break
  }
  return matches
}
