import { saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { useEffect } from 'react'
import { client } from '../../lib/api/client.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { connection } from '../../lib/connection.ts'
import { listFound } from './reader/readerOrder.ts'
import type { AnchorResults } from './reader/usePageHighlighter.ts'

/** How long the places of highlights must stay the same, in milliseconds: the text may still be changing. */
const settleMs = 1000

/**
 * Reports to the server what has become of the words of highlights, where that is new, so that the list of highlights shows it.
 * @param isEnabled false for an older version of the page
 */
export function useReportFound(
  highlights: readonly Highlight[],
  results: AnchorResults,
  isEnabled: boolean,
): void {
  useEffect(() => {
    if (!isEnabled) return
    const timer = setTimeout(() => {
      void reportFound(listFound(highlights, results))
    }, settleMs)
    return () => clearTimeout(timer)
  }, [highlights, results, isEnabled])
}

/** Failures have no consequence for the person: the next visit reports again. */
async function reportFound(found: ReturnType<typeof listFound>): Promise<void> {
  if (found.length === 0 || connection.get() !== 'up') return
  try {
    for (const each of found) await client.call(saveHighlight, each)
    await refresh(saveHighlight.touches)
  } catch {
    // See above.
  }
}
