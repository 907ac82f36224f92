import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import { limits } from '@nestmark/core/limits'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import type { Pages } from '../../lib/api/pages.ts'

/** Formats how many highlights on how many pages a search has found; '' before its answer and where it has found none. */
export function formatFound({ total, at }: Pick<Pages<HighlightPage>, 'total' | 'at'>): string {
  if (!total) return ''
  // The answer has no total. Its first page shows whether there are more.
  if (total > limits.pageSize) return texts.foundMany(limits.pageSize)
  let highlights = 0
  for (let index = 0; index < total; index++) highlights += at(index)?.data.highlights.length ?? 0
  return texts.found(highlights, total)
}
