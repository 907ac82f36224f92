import type { Highlight } from '@nestmark/contract/highlightShapes'
import { createContext } from 'react'

/** What the rows of a list of highlights share. */
export interface HighlightList {
  /** The changes that wait on this device, by the id of the highlight. */
  waiting: ReadonlyMap<string, Partial<Highlight>>
  /** A search or a filter leaves out some highlights. */
  isNarrowed: boolean
}

export const ListContext = createContext<HighlightList>({ waiting: new Map(), isNarrowed: false })
