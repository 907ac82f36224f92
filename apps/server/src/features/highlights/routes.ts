import * as contract from '@nestmark/contract/highlights'
import { isHeavyPage } from '../../calls/heavyPage.ts'
import { implement, type Route } from '../../calls/route.ts'
import { addUpdateHighlights } from './addUpdateHighlights.ts'
import { allHighlights } from './allHighlights.ts'
import { countHighlights } from './countHighlights.ts'
import { deleteHighlight } from './deleteHighlight.ts'
import { deleteHighlights } from './deleteHighlights.ts'
import { exportHighlights } from './exportHighlights.ts'
import { importHighlights } from './importHighlights.ts'
import { pageHighlights } from './pageHighlights.ts'
import { saveHighlight } from './saveHighlight.ts'
import { searchHighlights } from './searchHighlights.ts'

export const highlightRoutes: readonly Route[] = [
  implement(contract.allHighlights, allHighlights, {
    heavy: ({ page, style, has_comment }) =>
      isHeavyPage({ page, sort: 'date' }) || style !== undefined || has_comment === 1,
  }),
  implement(contract.searchHighlights, searchHighlights, { heavy: true }),
  implement(contract.countHighlights, countHighlights, { heavy: true }),
  implement(contract.pageHighlights, pageHighlights),
  implement(contract.saveHighlight, saveHighlight),
  implement(contract.deleteHighlight, deleteHighlight),
  implement(contract.addUpdateHighlights, addUpdateHighlights),
  implement(contract.deleteHighlights, deleteHighlights),
  implement(contract.importHighlights, importHighlights),
  implement(contract.exportHighlights, exportHighlights),
]
