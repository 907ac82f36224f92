import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import type { Pages } from '../../../lib/api/pages.ts'
import { selectRange } from '../../../lib/lists/ranges.ts'
import { type Selection, useSelection } from '../../../lib/lists/selection.ts'

/**
 * Manages the selection of results. Where hits of the browser are among them, 'Select all' names the links: the server cannot
 * repeat this search for a bulk action.
 * @param listKey identifies the search
 * @param pages the results; null without hits
 */
export function useSelectionWithHits(listKey: string, pages: Pages<Link> | null): Selection<Link> {
  const selection = useSelection<Link>(`${listKey} ${pages !== null}`)
  if (!pages) return selection
  const selectAll = () => selectRange(pages, selection, [0, (pages.total ?? 0) - 1], limits.idsPerCall)
  return { ...selection, selectAll }
}
