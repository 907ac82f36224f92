import { countByCategory } from '@nestmark/contract/tags'
import { useOperation } from '../../lib/api/operations.ts'

/**
 * Reads how many links each category has, and how many tags contain the text. In a separate file, so that the shell
 * does not load the rest of the tags.
 */
export function useTagCounts(input = '') {
  return useOperation(countByCategory, { input }, { keepPrevious: true, quiet: true })
}
