import { countHighlights } from '@nestmark/contract/reading/highlights'
import { useOperation } from '../../../lib/api/operations.ts'
import { useToken } from '../../../lib/browser/token.ts'

/** Reads the numbers of pages and highlights. It is a separate file because the shell needs only the counts. */
export function useHighlightCounts() {
  const signedIn = useToken() !== null
  return useOperation(countHighlights, {}, { enabled: signedIn, quiet: true }).data
}
