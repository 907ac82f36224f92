import type { SearchedTexts } from '../words/linkTerms.ts'

/** A link in the index. */
export interface IndexedLink extends SearchedTexts {
  id: string
  category: number
  favourite: boolean
  /** In milliseconds since 1970. */
  createdAt: number
  /** The id of its collection. */
  parent: string
}

/** The fields of an indexed link besides its texts. */
export type LinkFacts = Omit<IndexedLink, 'title' | 'address' | 'descr'>
