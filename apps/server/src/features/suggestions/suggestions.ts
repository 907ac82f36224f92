import * as contract from '@nestmark/contract/sharing/suggestions'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { announceSuggestions } from './approveSuggestions.ts'
import { readPage } from './readSuggestions.ts'
import { readSuggestionCounts, claim } from './store.ts'
import { hashToken } from '../../access/tokens.ts'

/** Returns the suggestions pending the caller's decision; a feature of the paid plans. */
export const listReceivedSuggestions = action(contract.listReceivedSuggestions, async (call, input) => {
  requirePlanFeature(call.actor.plan, 'suggestions')
  return readPage(call, 'to_me', input.page)
})

/** Returns the caller's own suggestions and their status. */
export const listSentSuggestions = action(contract.listSentSuggestions, async (call, input) => {
  return readPage(call, 'by_me', input.page)
})

/** Returns the length of both lists, and whether the person takes suggestions. */
export const countSuggestions = action(contract.countSuggestions, async ({ actor, services }) => {
  return readSuggestionCounts(services.db.read, actor.personId)
})

/** Assigns suggestions that the caller made while signed out to the caller, by their secrets (Z14). */
export const claimSuggestions = action(contract.claimSuggestions, async (call, input) => {
  const { actor, services } = call
  if (input.suggestions.length === 0) return { claimed: [] }
  const claims = input.suggestions.map(each => [each.sugg_id, hashToken(each.claim)] as const)
  const claimed = await services.db.write(tx => claim(tx, actor.personId, claims))
  const recipients = claimed.map(row => row.recipient_id)
  announceSuggestions(call, recipients, contract.claimSuggestions.touches)
  return { claimed: claimed.map(row => row.id) }
})
