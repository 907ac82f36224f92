import type { redeemCoupon as redeem } from '@nestmark/contract/plans'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { normalizeCouponCode, applyCoupon } from '@nestmark/core/planTerms'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../http/implement.ts'
import { recordCouponUse, consumeCoupon } from './store.ts'
import { changeTerms } from './changeTerms.ts'

/** Redeems a coupon for the caller. Of several concurrent calls for the last use, one succeeds. */
export async function redeemCoupon(
  call: Call,
  { coupon }: Parsed<typeof redeem>,
): Promise<Output<typeof redeem>> {
  const code = normalizeCouponCode(coupon)
  if (code === '') refuse('coupons.required', { data: { success: 0 } })
  const now = call.services.now()
  const state = await changeTerms(call, async (tx, had) => {
    const gift = await consumeCoupon(tx, code, now)
    if (!gift) return refuse('coupons.invalid', { data: { success: 0 } })
    if (!(await recordCouponUse(tx, gift.id, call.actor.personId, now))) refuse('coupons.usedByYou')
    return applyCoupon(had, gift, now) ?? refuse('coupons.notNeeded')
  })
  return { success: 1, ...state }
}
