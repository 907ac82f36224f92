import { claimSuggestions as contract } from '@nestmark/contract/suggestions'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { hashToken } from '../../access/tokens.ts'
import { claim } from './store.ts'

/** Assigns suggestions that the caller made while signed out to the caller, by their secrets (Z14). */
export async function claimSuggestions(
  { actor, services }: Call,
  input: Parsed<typeof contract>,
): Promise<Output<typeof contract>> {
  if (input.suggestions.length === 0) return { claimed: [] }
  const claims = input.suggestions.map(each => [each.sugg_id, hashToken(each.claim)] as const)
  const claimed = await services.db.write(tx => claim(tx, actor.personId, claims))
  for (const ownerId of new Set(claimed.map(row => row.recipient_id)))
    services.events.publish({ ownerId, isPrivate: true, by: null, topics: contract.touches })
  return { claimed: claimed.map(row => row.id) }
}
