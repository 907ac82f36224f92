import { planHas, toPlan, type PlanFeature, planRoom } from '@nestmark/core/plans'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { lockTree } from '../db/dialect.ts'
import { refuse } from './refuse.ts'

let held = false

/**
 * Says once, at the start of a process, whether the free plan is held to its number of links and collections and to its
 * search. Who runs a server for themselves sells nothing, so by itself it is not.
 */
export function holdPlans(on: boolean): void {
  held = on
}

/** True when it is. */
export function plansAreHeld(): boolean {
  return held
}

/** True when a plan searches descriptions too. */
export function searchesDescriptions(plan: number): boolean {
  return !held || planHas(plan, 'searchDescriptions')
}

/**
 * Ends the call unless the plan has the feature.
 * @throws Refused 'plan.<feature>'
 */
export function needFeature(plan: number, feature: PlanFeature): void {
  if (!planHas(plan, feature)) refuse(`plan.${feature}`)
}

/**
 * Ends a deed that brought more into a library than its owner's plan holds. A library that is too full already, because
 * the plan was once another, keeps what it has and lets nothing in.
 * @param links live links of the library after the deed, read from the owner's locked row
 * @throws Refused 'plan.links'
 */
export function needRoomForLinks({ plan, links }: { plan: number; links: number }): void {
  if (held && links > toPlan(plan).links) refuse('plan.links')
}

/**
 * The same for collections. They are counted, and no further than the limit, while the owner's row is locked: of two deeds
 * at once only one can make the last one.
 * @throws Refused 'plan.collections'
 */
export async function needRoomForCollections(tx: Tx, ownerId: string): Promise<void> {
  if (!held) return
  await lockTree(tx, ownerId)
  const { rows: people } = await sql<{ plan: number }>`select plan from people where id = ${ownerId}`.execute(
    tx,
  )
  const most = toPlan(people[0]?.plan ?? 1).collections
  if (most === Infinity) return
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (${liveCollections(ownerId)} limit ${most + 1}) c`.execute(tx)
  if (rows[0]!.n > most) refuse('plan.collections')
}

/**
 * How many links and collections more a library takes; null when any number. Lock its owner's row before.
 */
export async function libraryRoom(
  tx: Tx,
  ownerId: string,
): Promise<{ links: number; collections: number } | null> {
  if (!held) return null
  const { rows } = await sql<{ plan: number; links: number }>`
    select plan, n1 + n2 + n3 + n4 + n5 as links from people where id = ${ownerId}`.execute(tx)
  const [person] = rows
  if (!person || toPlan(person.plan).links === Infinity) return null
  const most = toPlan(person.plan).collections
  const { rows: counted } = await sql<{
    n: number
  }>`select count(*) as n from (${liveCollections(ownerId)} limit ${most}) c`.execute(tx)
  return {
    links: planRoom(person.plan, 'links', Number(person.links)),
    collections: planRoom(person.plan, 'collections', Number(counted[0]!.n)),
  }
}

/** A person's collections that count: not the top, and not what is in the trash. */
export function liveCollections(ownerId: string): RawBuilder<unknown> {
  return sql`select id from collections where owner_id = ${ownerId} and parent_id is not null and trashed_by is null`
}
