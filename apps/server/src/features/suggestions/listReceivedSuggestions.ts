import * as contract from '@nestmark/contract/sharing/suggestions'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { readPage } from './readSuggestions.ts'

/** Returns the suggestions pending the caller's decision; a feature of the paid plans. */
export const listReceivedSuggestions = action(contract.listReceivedSuggestions, async (call, input) => {
  requirePlanFeature(call.actor.plan, 'suggestions')
  return readPage(call, 'to_me', input.page)
})
