import type { Actor } from '../../../access/actor.ts'
import { refuse } from '../../../access/refuse.ts'
import { toAddressKey } from '../../../calls/addressKey.ts'
import type { Call } from '../../../calls/call.ts'
import type { FetchCaller } from '../../../fetching/turns/fetchCaller.ts'
import { busyRetrySeconds, FetchRefused } from '../../../fetching/requests/fetchRefused.ts'

/** Returns the caller whose fetch quota a call uses. */
export function toCaller({ actor, ip }: Call<Actor | null>): FetchCaller {
  const address = toAddressKey(ip)
  return actor ? { kind: 'person', key: actor.personId, address } : { kind: 'visitor', key: address }
}

/**
 * Returns the result of a fetch. Every failure becomes the same refusal, so that it reveals nothing about other
 * servers.
 */
export async function refuseFailedFetch<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    // 'busy' describes this server and the caller, and reveals nothing about the address.
    if (error.reason === 'busy') refuse('request.tooMany', { retryAfter: busyRetrySeconds })
    return refuse('scrape.failed')
  }
}
