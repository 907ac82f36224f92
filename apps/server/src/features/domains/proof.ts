import { domainFile, domainRecord } from '@nestmark/contract/sharing/domains'
import type { FetchCaller } from '../../fetching/turns/fetchCaller.ts'
import type { Services } from '../../services.ts'
import type { HostOfCollection } from './store.ts'

/** How long a host stays after the first check that found no proof: name servers and networks fail for a day, in milliseconds. */
export const graceMs = 3 * 86_400_000

/**
 * Returns whether the DNS record or the file of a host has its token.
 * @throws FetchRefused busy, aborted
 */
export function isProven(
  { scraper }: Pick<Services, 'scraper'>,
  { host, token }: Pick<HostOfCollection, 'host' | 'token'>,
  caller: FetchCaller,
  signal?: AbortSignal,
): Promise<boolean> {
  const files = [`https://${host}${domainFile}`, `http://${host}${domainFile}`]
  return scraper.hasProof({ record: domainRecord(host), files }, token, caller, signal)
}
