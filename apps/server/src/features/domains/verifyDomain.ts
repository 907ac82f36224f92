import * as contract from '@nestmark/contract/sharing/domains'
import { grantCollection } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Queries } from '../../db/db.ts'
import { isDuplicate } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { refuseFailedFetch, toCaller } from '../links/filling/fetchForCaller.ts'
import { presentDomain } from './present.ts'
import { isProven } from './proof.ts'
import { changeDomain, findDomain, findVerified, type HostOfCollection } from './store.ts'

/**
 * Looks for the proof of a host and, with it, lets the host show its collection (PLAN-07). A host of somebody else is taken over only
 * when their proof is missing.
 */
export const verifyDomain = action(
  contract.verifyDomain,
  async (call: CallWith<'companyHosts' | 'scraper'>, { folder_id: id }) => {
    const { actor, services } = call
    const { db, now, companyHosts } = services
    const read = async (from: Queries): Promise<HostOfCollection> => {
      await grantCollection(from, actor, 'collections.share', id)
      requirePlanFeature(actor.plan, 'customDomain')
      return (await findDomain(from, id, actor.personId)) ?? refuse('domains.notFound')
    }
    const asked = await read(db.read)
    const proven = await refuseFailedFetch(isProven(services, asked, toCaller(call)))
    if (!proven) refuse('domains.notProven')
    const row = await db
      .write(async tx => {
        const found = await read(tx)
        // Another host, or another token, was set since.
        if (found.id !== asked.id) return refuse('domains.notProven')
        const holder = await findVerified(tx, found.host)
        if (holder && holder.id !== found.id) {
          if (holder.failing_since === null) refuse('domains.taken')
          await changeDomain(tx, holder.id, { verified_at: null })
        }
        const change = { verified_at: found.verified_at ?? now(), checked_at: now(), failing_since: null }
        await changeDomain(tx, found.id, change)
        return { ...found, ...change }
      })
      .catch((error: unknown) => {
        // Two people verify the host at the same time.
        if (isDuplicate(error)) return refuse('domains.taken')
        throw error
      })
    await companyHosts.refresh()
    return presentDomain(row, actor.plan)
  },
)
