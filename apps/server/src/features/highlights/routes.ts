import { isHeavyPage } from '../../calls/heavyPage.ts'
import { type Route, route } from '../../calls/route.ts'
import { addUpdateHighlights, saveHighlight } from './saveHighlight.ts'
import {
  allHighlights,
  countHighlights,
  searchHighlights,
  deleteHighlight,
  exportHighlights,
  pageHighlights,
  deleteHighlights,
} from './highlights.ts'
import { importHighlights } from './importing/importHighlights.ts'

export const highlightRoutes: readonly Route[] = [
  route(allHighlights, {
    heavy: ({ page, style, has_comment }) =>
      isHeavyPage({ page, sort: 'date' }) || style !== undefined || has_comment === 1,
  }),
  route(searchHighlights, { heavy: true }),
  route(countHighlights, { heavy: true }),
  route(pageHighlights),
  route(saveHighlight),
  route(deleteHighlight),
  route(addUpdateHighlights),
  route(deleteHighlights),
  route(importHighlights),
  route(exportHighlights),
]
