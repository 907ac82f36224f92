import { categoryCount } from '@nestmark/contract/tags'
import { useOperation } from '../../lib/api/operations.ts'

/**
 * How many links each category has, and how many tags hold the text. By itself, because the shell needs no more of the
 * tags.
 */
export function useTagCounts(input = '') {
  return useOperation(categoryCount, { input }, { keep: true, quiet: true })
}
