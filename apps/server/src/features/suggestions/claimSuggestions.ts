import * as contract from '@nestmark/contract/sharing/suggestions'
import { action } from '../../calls/action.ts'
import { hashToken } from '../../access/tokens.ts'
import { claim } from './store.ts'

/** Assigns suggestions that the caller made while signed out to the caller, by their secrets (Z14). */
export const claimSuggestions = action(contract.claimSuggestions, async ({ actor, services }, input) => {
  if (input.suggestions.length === 0) return { claimed: [] }
  const claims = input.suggestions.map(each => [each.sugg_id, hashToken(each.claim)] as const)
  const claimed = await services.db.write(tx => claim(tx, actor.personId, claims))
  for (const ownerId of new Set(claimed.map(row => row.recipient_id)))
    services.events.publish({ ownerId, isPrivate: true, by: null, topics: contract.claimSuggestions.touches })
  return { claimed: claimed.map(row => row.id) }
})
