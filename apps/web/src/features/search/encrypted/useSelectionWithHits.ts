import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { linksTexts } from '@nestmark/texts/links/links'
import { formatError } from '../../../lib/api/client.ts'
import type { Pages } from '../../../lib/api/pages.ts'
import { type Selection, useSelection } from '../../../lib/lists/selection.ts'
import { toast } from '../../../lib/toasts.ts'

/**
 * Manages the selection of results. Where hits of the browser are among them, 'Select all' names the links: the server cannot
 * repeat this search for a bulk action.
 * @param listKey identifies the search
 * @param pages the results; null without hits
 */
export function useSelectionWithHits(listKey: string, pages: Pages<Link> | null): Selection<Link> {
  const selection = useSelection<Link>(`${listKey} ${pages !== null}`)
  if (!pages) return selection
  const selectAll = () => {
    const total = pages.total ?? 0
    if (total > limits.idsPerCall)
      return toast({ tone: 'info', title: linksTexts.rangeTooLong(limits.idsPerCall) })
    void pages
      .range(0, total - 1)
      .then(selection.selectMany)
      .catch((error: unknown) => toast({ tone: 'danger', title: formatError(error) }))
  }
  return { ...selection, selectAll }
}
