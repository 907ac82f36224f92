import * as contract from '@nestmark/contract/sharing/domains'
import { type Domain, domainFile, domainRecord } from '@nestmark/contract/sharing/domains'
import { randomBytes } from 'node:crypto'
import { toDomainName } from '@nestmark/core/addresses/domainName'
import { limits } from '@nestmark/core/limits'
import { hasPlanFeature } from '@nestmark/core/plans/plans'
import { grantCollection } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import {
  findDomain,
  countDomains,
  findVerified,
  replaceDomain,
  removeDomain,
  changeDomain,
  type HostOfCollection,
} from './store.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree, isDuplicate } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { CallWith, Services } from '../../services.ts'
import { isOfServer } from './siteOfHost.ts'
import type { Queries } from '../../db/db.ts'
import { refuseFailedFetch, toCaller } from '../links/filling/fetchForCaller.ts'
import type { FetchCaller } from '../../fetching/turns/fetchCaller.ts'

/** Returns the host of a collection (PLAN-07). */
export const getDomain = action(
  contract.getDomain,
  async ({ actor, services: { db } }, { folder_id: id }) => {
    const { collection } = await grantCollection(db.read, actor, 'collections.share', id)
    const row = await findDomain(db.read, collection.id, actor.personId)
    return row ? presentDomain(row, actor.plan) : null
  },
)

/**
 * Sets the host of a public collection (PLAN-07). Its token is new each time, so that what a previous owner of the host left in the DNS
 * proves nothing.
 */
export const setDomain = action(
  contract.setDomain,
  async (
    { actor, services: { db, now, config, companyHosts } }: CallWith<'companyHosts'>,
    { folder_id: id, host: typed },
  ) => {
    const row = await db.write(async tx => {
      await grantCollection(tx, actor, 'collections.share', id)
      requirePlanFeature(actor.plan, 'customDomain')
      const host = toDomainName(typed)
      if (host === null) return refuse('domains.invalid')
      const known = await findDomain(tx, id, actor.personId)
      if (known?.host === host) return known
      const [seen] = await collectionsWithRoles(tx, null, [id])
      if (!seen?.role) refuse('domains.notPublic')
      if (isOfServer(config, host)) refuse('domains.taken')
      const verified = await findVerified(tx, host)
      if (verified && verified.failing_since === null) refuse('domains.taken')
      await lockTree(tx, actor.personId)
      if (!known && (await countDomains(tx, actor.personId)) >= limits.domains) refuse('domains.tooMany')
      const created = {
        id: newId(),
        person_id: actor.personId,
        collection_id: id,
        host,
        token: `nestmark-${randomBytes(16).toString('hex')}`,
        verified_at: null,
        checked_at: null,
        failing_since: null,
        created_at: now(),
      }
      await replaceDomain(tx, created)
      return created
    })
    await companyHosts.refresh()
    return presentDomain(row, actor.plan)
  },
)

/** Removes the host of a collection (PLAN-07), also after the end of the plan. */
export const deleteDomain = action(
  contract.deleteDomain,
  async ({ actor, services: { db, companyHosts } }: CallWith<'companyHosts'>, { folder_id: id }) => {
    await db.write(async tx => {
      await grantCollection(tx, actor, 'collections.share', id)
      const row = (await findDomain(tx, id, actor.personId)) ?? refuse('domains.notFound')
      await removeDomain(tx, row.id)
    })
    await companyHosts.refresh()
    return {}
  },
)

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

/** Returns a host as its owner sees it. */
function presentDomain(row: HostOfCollection, plan: number): Domain {
  const state = hasPlanFeature(plan, 'customDomain') ? toState(row) : 'planEnded'
  return {
    host: row.host,
    state,
    record: { name: domainRecord(row.host), value: row.token },
    file: domainFile,
    checked: row.checked_at,
    ends: state === 'failing' && row.failing_since !== null ? row.failing_since + graceMs : null,
  }
}

function toState({ verified_at, failing_since }: HostOfCollection): Domain['state'] {
  if (verified_at === null) return failing_since === null ? 'new' : 'lost'
  return failing_since === null ? 'verified' : 'failing'
}

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
