import { countSuggestions } from '@nestmark/contract/sharing/suggestions'
import { useOperation } from '../../lib/api/operations.ts'
import { useMe } from '../session/data.ts'
import { isFree } from '../session/plan.ts'

/**
 * Reads the number of received and sent suggestions; nothing on the free plan. It is a separate file because
 * the shell needs only the counts.
 */
export function useSuggestionCounts() {
  const me = useMe()
  return useOperation(countSuggestions, {}, { enabled: me !== undefined && !isFree(me), quiet: true }).data
}
