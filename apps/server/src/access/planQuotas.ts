import { hasPlanFeature, toPlan, type PlanFeature, getRemainingQuota } from '@nestmark/core/plans/plans'
import { sql } from 'kysely'
import { countRows } from '../db/statements/readRow.ts'
import type { Tx } from '../db/db.ts'
import { lockTree } from '../db/dialect.ts'
import { refuse } from './refuse.ts'

let isEnforced = false

/**
 * Sets once, at the start of a process, whether the free plan's limits on links, collections and search
 * apply. They do not by default, because self-hosted servers sell nothing.
 */
export function enforceQuotas(on: boolean): void {
  isEnforced = on
}

/** Returns true when plan limits apply. */
export function areQuotasEnforced(): boolean {
  return isEnforced
}

/** Returns true when a plan can search descriptions. */
export function canSearchDescriptions(plan: number): boolean {
  return !isEnforced || hasPlanFeature(plan, 'searchDescriptions')
}

/**
 * Asserts that the plan has the feature.
 * @throws Refused 'plan.<feature>'
 */
export function requirePlanFeature(plan: number, feature: PlanFeature): void {
  if (!hasPlanFeature(plan, feature)) refuse(`plan.${feature}`)
}

/**
 * Asserts after an action that the library is within the links of its owner's plan. A library above the
 * limit, because the plan changed, retains its links but accepts no more.
 * @param links live links of the library after the action, read from the owner's locked row
 * @throws Refused 'plan.links'
 */
export function requireLinkQuota({ plan, links }: { plan: number; links: number }): void {
  if (isEnforced && links > toPlan(plan).links) refuse('plan.links')
}

/**
 * Asserts the same for collections. They are counted up to the limit while the owner's row is locked, so that
 * of two concurrent actions only one can add the last one.
 * @throws Refused 'plan.collections'
 */
export async function requireCollectionQuota(tx: Tx, ownerId: string): Promise<void> {
  if (!isEnforced) return
  const max = await lockLimit(tx, ownerId, 'collections')
  if (max === Infinity) return
  if ((await countLiveCollections(tx, ownerId, max + 1)) > max) refuse('plan.collections')
}

/**
 * Returns how many more links and collections a library accepts; null for no limit. The caller must hold the
 * lock on its owner's row.
 */
export async function readLibraryQuota(
  tx: Tx,
  ownerId: string,
): Promise<{ links: number; collections: number } | null> {
  if (!isEnforced) return null
  const { rows } = await sql<{ plan: number; links: number }>`
    select plan, n1 + n2 + n3 + n4 + n5 as links from people where id = ${ownerId}`.execute(tx)
  const [person] = rows
  if (!person || toPlan(person.plan).links === Infinity) return null
  const collections = await countLiveCollections(tx, ownerId, toPlan(person.plan).collections)
  return {
    links: getRemainingQuota(person.plan, 'links', person.links),
    collections: getRemainingQuota(person.plan, 'collections', collections),
  }
}

/**
 * Runs an action that may add people to the collections of an owner, and asserts after it that the plan allows them.
 * Members and open invitations count, each person once in the whole library. A user who has more, because the plan changed,
 * keeps them but adds none.
 * @param now milliseconds since 1970
 * @throws Refused 'plan.invitations'
 */
export async function withinInvitations<T>(
  tx: Tx,
  { ownerId, now }: { ownerId: string; now: number },
  add: () => Promise<T>,
): Promise<T> {
  const max = await lockLimit(tx, ownerId, 'invitations')
  if (!isEnforced || max === Infinity) return add()
  const before = await countInvited(tx, ownerId, now)
  const result = await add()
  const after = await countInvited(tx, ownerId, now)
  if (after > max && after > before) refuse('plan.invitations')
  return result
}

const countInvited = (tx: Tx, ownerId: string, now: number): Promise<number> =>
  countRows(
    tx,
    sql`select person_id from shares where owner_id = ${ownerId}
      union select coalesce(u.id, i.email) from invitations i left join "user" u on u.email = i.email
      where i.owner_id = ${ownerId} and i.expires_at > ${now}`,
  )

/** Returns the number of a person's collections that count, up to a limit: not the root, and not those in the trash. */
const countLiveCollections = (tx: Tx, ownerId: string, limit: number): Promise<number> =>
  countRows(
    tx,
    sql`select id from collections where owner_id = ${ownerId} and parent_id is not null and trashed_by is null
      limit ${limit}`,
  )

/** Locks the tree of a person, and returns the limit of the plan. */
async function lockLimit(tx: Tx, ownerId: string, of: 'collections' | 'invitations'): Promise<number> {
  await lockTree(tx, ownerId)
  const { rows } = await sql<{ plan: number }>`select plan from people where id = ${ownerId}`.execute(tx)
  return toPlan(rows[0]?.plan ?? 1)[of]
}
