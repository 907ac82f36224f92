import { hasPlanFeature } from '@nestmark/core/plans/plans'
import type { Config } from '../../configuration/config.ts'
import type { HostSite } from '../../calls/companyPages.ts'
import type { CommonServices } from '../../calls/services.ts'
import { findShown } from './store.ts'

/** Returns what a host shows: a collection of the operator's list, or of a person whose plan has domains. Null for nothing. */
export async function siteOfHost(
  { db, config }: Pick<CommonServices, 'db' | 'config'>,
  host: string,
): Promise<HostSite | null> {
  const id = config.libraryDomains.get(host)
  if (id !== undefined) return { id, proof: null }
  const shown = await findShown(db.read, host)
  if (!shown || !hasPlanFeature(shown.plan, 'customDomain')) return null
  return { id: shown.collection_id, proof: shown.token }
}

/** Returns whether the app, the sign-in site or a collection of the operator is at a host. */
export function isOfServer({ publicUrl, accountsUrl, libraryDomains }: Config, host: string): boolean {
  const own = [publicUrl, accountsUrl].map(address => new URL(address, publicUrl).hostname)
  return own.includes(host) || libraryDomains.has(host)
}
