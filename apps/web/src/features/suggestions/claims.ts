import { claimSuggestions } from '@nestmark/contract/sharing/suggestions'
import type { Input } from '@nestmark/contract/operation'
import { client } from '../../lib/api/client.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { stored } from '../../lib/browser/storage.ts'

type Claim = Input<typeof claimSuggestions>['suggestions'][number]

/** The maximum number of suggestions in one call. */
const maxClaims = 100

const readClaims = (): Claim[] => stored.read<Claim[]>('suggestions') ?? []

/** Stores a suggestion made while signed out, with the secret that later assigns it to the user. */
export function storeClaim(claim: Claim): void {
  stored.write('suggestions', [...readClaims(), claim].slice(-maxClaims))
}

/** Assigns suggestions made in this browser while signed out to the user who signed in. */
export async function claimStored(): Promise<void> {
  const suggestions = readClaims()
  if (suggestions.length === 0) return
  try {
    await client.call(claimSuggestions, { suggestions })
  } catch {
    // They are sent at the next sign-in.
    return
  }
  const sent = new Set(suggestions.map(each => each.sugg_id))
  const remaining = readClaims().filter(each => !sent.has(each.sugg_id))
  if (remaining.length > 0) stored.write('suggestions', remaining)
  else stored.remove('suggestions')
  await refresh(['suggestions'])
}
