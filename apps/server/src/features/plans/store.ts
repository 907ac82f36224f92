import type { CouponGift, PlanTerms } from '@nestmark/core/planTerms'
import { type Selectable, sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { CouponRow } from '../../db/accountTables.ts'
import { enqueue } from '../../jobs/store.ts'
import { toPlanTerms } from '../session/planTerms.ts'

export type Coupon = Selectable<CouponRow>

/** The plan of a person; undefined when the account is gone. Lock the person's row before, where it is changed after. */
export async function readTerms(db: Queries, personId: string): Promise<PlanTerms | undefined> {
  const row = await db
    .selectFrom('people')
    .select(['plan', 'plan_until', 'plan_renews', 'plan_cancelled'])
    .where('id', '=', personId)
    .executeTakeFirst()
  return row && toPlanTerms(row)
}

/** The kind of the job that ends a plan whose time is over. */
export const endPlanKind = 'endPlan'

/**
 * Sets the plan of a person. Where it ends by itself, a job for that day is left in the same transaction; it does nothing
 * when the day was moved since.
 * @param now milliseconds since 1970
 */
export async function setTerms(tx: Tx, personId: string, terms: PlanTerms, now: number): Promise<void> {
  const { plan, until, renews, cancelled } = terms
  await tx
    .updateTable('people')
    .set({ plan, plan_until: until, plan_renews: renews ? 1 : 0, plan_cancelled: cancelled ? 1 : 0 })
    .where('id', '=', personId)
    .execute()
  if (until !== null && !renews)
    await enqueue(tx, { ownerId: personId, kind: endPlanKind, payload: { until }, now, runAfter: until })
}

/**
 * Takes one of the uses that a coupon has left.
 * @param code as `couponKey` makes it
 * @returns undefined when there is no such coupon, or nothing left of it
 */
export async function takeUse(
  tx: Tx,
  code: string,
  now: number,
): Promise<(CouponGift & { id: string }) | undefined> {
  // The update locks the row: of many at once each sees what those before it have taken.
  const { rows } = await sql<CouponGift & { id: string }>`
    update coupons set used = used + 1
    where code = ${code} and ended_at is null and (expires_at is null or expires_at > ${now})
      and (uses is null or used < uses)
    returning id, plan, days`.execute(tx)
  return rows[0]
}

/** Notes that a person redeemed a coupon; false when the person did so before. */
export async function noteUse(tx: Tx, couponId: string, personId: string, now: number): Promise<boolean> {
  const noted = await tx
    .insertInto('coupon_uses')
    .values({ coupon_id: couponId, person_id: personId, used_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (noted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Keeps a coupon. @throws a duplicate when there is one of its code */
export async function insertCoupon(tx: Tx, coupon: Omit<Coupon, 'used' | 'ended_at'>): Promise<void> {
  await tx.insertInto('coupons').values(coupon).execute()
}

/** Every coupon, the newest first. */
export async function listCoupons(db: Queries): Promise<Coupon[]> {
  return db.selectFrom('coupons').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Ends a coupon: nobody can redeem it any more. False when there is none of this code that goes on. */
export async function endCoupon(tx: Tx, code: string, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable('coupons')
    .set({ ended_at: now })
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}
