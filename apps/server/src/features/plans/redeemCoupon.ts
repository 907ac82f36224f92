import * as contract from '@nestmark/contract/plans'
import { toPlan } from '@nestmark/core/plans/plans'
import {
  normalizeCouponCode,
  applyCoupon,
  type CouponBenefit,
  type PlanTerms,
} from '@nestmark/core/plans/planTerms'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { action } from '../../calls/action.ts'
import { findCustomer } from './payments/customerStore.ts'
import { recordCouponUse, consumeCoupon } from './store.ts'
import { changeTerms } from './payments/subscription.ts'

/**
 * Returns whether the provider's next answer would replace what a coupon gives. Only a lifetime plan outlasts a
 * subscription, and only a cancelled one: the other would be paid without effect.
 */
async function hasSubscription(
  tx: Tx,
  personId: string,
  { had, gift }: { had: PlanTerms; gift: CouponBenefit },
): Promise<boolean> {
  const customer = await findCustomer(tx, personId)
  if (customer?.renewing === 1) return true
  return customer?.bought === 1 && toPlan(had.plan).paid && !toPlan(gift.plan).lifetime
}

/** Redeems a coupon for the caller. Of several concurrent calls for the last use, one succeeds. */
export const redeemCoupon = action(contract.redeemCoupon, async (call, { coupon }) => {
  const code = normalizeCouponCode(coupon)
  if (code === '') refuse('coupons.required', { data: { success: 0 } })
  const now = call.services.now()
  const state = await changeTerms(call, async (tx, had) => {
    const gift = await consumeCoupon(tx, code, now)
    if (!gift) return refuse('coupons.invalid', { data: { success: 0 } })
    if (await hasSubscription(tx, call.actor.personId, { had, gift })) return refuse('coupons.subscribed')
    if (!(await recordCouponUse(tx, gift.id, call.actor.personId, now))) refuse('coupons.usedByYou')
    return applyCoupon(had, gift, now) ?? refuse('coupons.notNeeded')
  })
  return { success: 1 as const, ...state }
})
