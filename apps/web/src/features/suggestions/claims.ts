import { claimSuggestions } from '@nestmark/contract/suggestions'
import type { Input } from '@nestmark/contract/operation'
import { client } from '../../lib/api/client.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { stored } from '../../lib/storage.ts'

type Claim = Input<typeof claimSuggestions>['suggestions'][number]

/** One call takes so many. */
const most = 100

const kept = (): Claim[] => stored.read<Claim[]>('suggestions') ?? []

/** Keeps what was suggested while signed out, with the secret that makes it the person's later. */
export function storeClaim(claim: Claim): void {
  stored.write('suggestions', [...kept(), claim].slice(-most))
}

/** Makes what was suggested in this browser while signed out the person's who signed in now. */
export async function claimStored(): Promise<void> {
  const suggestions = kept()
  if (suggestions.length === 0) return
  try {
    await client.call(claimSuggestions, { suggestions })
  } catch {
    // They stay for the next time.
    return
  }
  const sent = new Set(suggestions.map(each => each.sugg_id))
  const left = kept().filter(each => !sent.has(each.sugg_id))
  if (left.length > 0) stored.write('suggestions', left)
  else stored.remove('suggestions')
  await refresh(['suggestions'])
}
