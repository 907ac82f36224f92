import type { SearchedTexts } from '../linkTerms.ts'

/** A link as the index has it. */
export interface IndexedLink extends SearchedTexts {
  id: string
  category: number
  favourite: boolean
  /** In milliseconds since 1970. */
  createdAt: number
  /** The id of its collection. */
  parent: string
}

/** What an index knows of a link besides its texts. */
export type LinkFacts = Omit<IndexedLink, 'title' | 'address' | 'descr'>
