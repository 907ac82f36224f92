import { assertDefined } from '@nestmark/core/assertDefined'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { createContext, use } from 'react'
import type { Selection } from '../../../lib/lists/selection.ts'
import type { ChosenHighlight } from './chosenHighlights.ts'

/** What the rows of a list of highlights share. */
export interface HighlightList {
  /** The changes that wait on this device, by the id of the highlight. */
  waiting: ReadonlyMap<string, Partial<Highlight>>
  /** A search or a filter leaves out some highlights. */
  isNarrowed: boolean
  selection: Selection<ChosenHighlight>
}

export const ListContext = createContext<HighlightList | null>(null)

/** Returns what the rows of the list share. */
export const useListContext = (): HighlightList => assertDefined(use(ListContext), 'list of highlights')
