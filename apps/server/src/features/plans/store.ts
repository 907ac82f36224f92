import { type CouponBenefit, freeTerms, type PlanTerms } from '@nestmark/core/plans/planTerms'
import { type Selectable, sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { CouponRow } from '../../db/tables/accountTables.ts'
import { enqueue } from '../../jobs/store.ts'
import { toPlanTerms } from '../session/planTerms.ts'

export type Coupon = Selectable<CouponRow>

/**
 * Returns the plan of a person; undefined when the account is deleted. Lock the person's row first when the plan is
 * changed afterwards.
 */
export async function readTerms(db: Queries, personId: string): Promise<PlanTerms | undefined> {
  const row = await db
    .selectFrom('people')
    .select(['plan', 'plan_until', 'plan_renews', 'plan_cancelled', 'plan_overdue'])
    .where('id', '=', personId)
    .executeTakeFirst()
  return row && toPlanTerms(row)
}

/** Moves everybody on the free plan to another one. */
export async function endFreePlan(tx: Tx, plan: number): Promise<void> {
  await tx.updateTable('people').set({ plan }).where('plan', '=', freeTerms.plan).execute()
}

/** The kind of the job that ends an expired plan. */
export const endPlanKind = 'endPlan'

/**
 * Sets the plan of a person. If it ends, queues a job for that day in the same transaction; the job does nothing if
 * the day was moved since.
 * @param now milliseconds since 1970
 */
export async function setTerms(tx: Tx, personId: string, terms: PlanTerms, now: number): Promise<void> {
  const { plan, until, renews, cancelled, overdue } = terms
  await tx
    .updateTable('people')
    .set({
      plan,
      plan_until: until,
      plan_renews: renews ? 1 : 0,
      plan_cancelled: cancelled ? 1 : 0,
      plan_overdue: overdue ? 1 : 0,
    })
    .where('id', '=', personId)
    .execute()
  if (until !== null && !renews)
    await enqueue(tx, { ownerId: personId, kind: endPlanKind, payload: { until }, now, runAfter: until })
}

/**
 * Takes one of the remaining uses of a coupon.
 * @param code as `normalizeCouponCode` returns it
 * @returns undefined when there is no such coupon, or no use left
 */
export async function consumeCoupon(
  tx: Tx,
  code: string,
  now: number,
): Promise<(CouponBenefit & { id: string }) | undefined> {
  // The update locks the row: concurrent calls see each other's uses.
  const { rows } = await sql<CouponBenefit & { id: string }>`
    update coupons set used = used + 1
    where code = ${code} and ended_at is null and (expires_at is null or expires_at > ${now})
      and (uses is null or used < uses)
    returning id, plan, days`.execute(tx)
  return rows[0]
}

/** Records that a person redeemed a coupon; returns false when the person has redeemed it before. */
export async function recordCouponUse(
  tx: Tx,
  couponId: string,
  personId: string,
  now: number,
): Promise<boolean> {
  const noted = await tx
    .insertInto('coupon_uses')
    .values({ coupon_id: couponId, person_id: personId, used_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (noted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Inserts a coupon.
 * @throws a duplicate error when its code exists
 */
export async function insertCoupon(tx: Tx, coupon: Omit<Coupon, 'used' | 'ended_at'>): Promise<void> {
  await tx.insertInto('coupons').values(coupon).execute()
}

/** Returns every coupon, the newest first. */
export async function listCoupons(db: Queries): Promise<Coupon[]> {
  return db.selectFrom('coupons').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Ends a coupon: it can no longer be redeemed. Returns false when there is no active one with this code. */
export async function endCoupon(tx: Tx, code: string, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable('coupons')
    .set({ ended_at: now })
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}
