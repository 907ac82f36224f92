import { countSuggestions } from '@nestmark/contract/suggestions'
import { useOperation } from '../../lib/api/operations.ts'
import { useMe } from '../session/data.ts'
import { isFree } from '../session/plan.ts'

/**
 * How many wait and how many were made; nothing is asked on the free plan. By itself, because the shell needs no more of
 * the suggestions.
 */
export function useSuggestionCounts() {
  const me = useMe()
  return useOperation(countSuggestions, {}, { enabled: me !== undefined && !isFree(me), quiet: true }).data
}
