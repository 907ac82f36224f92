import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'

/** A highlight that is chosen in the list, with its page. */
export interface ChosenHighlight extends Highlight {
  page: HighlightPage
}

/** Returns the pages of chosen highlights, each with the chosen ones only, in the order of the page. */
export function groupByPage(chosen: readonly ChosenHighlight[]): HighlightPage[] {
  return [...Map.groupBy(chosen, ({ page }) => page._id).values()].flatMap(own => {
    const page = own[0]?.page
    if (!page) return []
    const ids = new Set(own.map(({ _id }) => _id))
    return {
      ...page,
      data: { ...page.data, highlights: page.data.highlights.filter(({ _id }) => ids.has(_id)) },
    }
  })
}
