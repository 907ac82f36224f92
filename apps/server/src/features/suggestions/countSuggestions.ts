import * as contract from '@nestmark/contract/sharing/suggestions'
import { action } from '../../calls/action.ts'
import { readSuggestionCounts } from './store.ts'

/** Returns the length of both lists, and whether the person takes suggestions. */
export const countSuggestions = action(contract.countSuggestions, async ({ actor, services }) => {
  return readSuggestionCounts(services.db.read, actor.personId)
})
