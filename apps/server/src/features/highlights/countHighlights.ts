import * as contract from '@nestmark/contract/reading/highlights'
import { action } from '../../calls/action.ts'
import { countAll } from './listQuery.ts'

/** Counts the caller's highlights. */
export const countHighlights = action(contract.countHighlights, async ({ actor, services }) => {
  const counts = await countAll(services.db.read, actor.personId)
  return { ...counts, highlights: counts.styles.reduce((sum, each) => sum + each, 0) }
})
