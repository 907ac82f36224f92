import type {
  cancelPaidSubscription as cancelPaidSubscriptionCall,
  downgradeSubscription as downgradeSubscriptionCall,
  PlanState,
  redeemCoupon as redeem,
  resumePaidSubscription as resumePaidSubscriptionCall,
} from '@nestmark/contract/plans'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { toPlan } from '@nestmark/core/plans'
import {
  couponKey,
  freeTerms,
  type PlanTerms,
  whenCancelled,
  whenResumed,
  withCoupon,
} from '@nestmark/core/planTerms'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { presentTerms } from '../session/planTerms.ts'
import { noteUse, readTerms, setTerms, takeUse } from './store.ts'

/** Redeems a coupon for the caller. Of several concurrent calls for the last use, one succeeds. */
export async function redeemCoupon(
  call: Call,
  { coupon }: Parsed<typeof redeem>,
): Promise<Output<typeof redeem>> {
  const code = couponKey(coupon)
  if (code === '') refuse('coupons.required', { data: { success: 0 } })
  const now = call.services.now()
  const state = await changeTerms(call, async (tx, had) => {
    const gift = await takeUse(tx, code, now)
    if (!gift) return refuse('coupons.invalid', { data: { success: 0 } })
    if (!(await noteUse(tx, gift.id, call.actor.personId, now))) refuse('coupons.usedByYou')
    return withCoupon(had, gift, now) ?? refuse('coupons.notNeeded')
  })
  return { success: 1, ...state }
}

/** Cancels a paid plan: it ends on the last paid day. */
export async function cancelPaidSubscription(call: Call): Promise<Output<typeof cancelPaidSubscriptionCall>> {
  return changeTerms(
    call,
    async (_, had) => whenCancelled(had, call.services.now()) ?? refuse('plan.noSubscription'),
  )
}

/** Reverts a cancellation while the plan is still active. */
export async function resumePaidSubscription(call: Call): Promise<Output<typeof resumePaidSubscriptionCall>> {
  return changeTerms(
    call,
    async (_, had) => whenResumed(had, call.services.now()) ?? refuse('plan.notCancelled'),
  )
}

/** Returns to the free plan at once. All data of the person stays. */
export async function downgradeSubscription(call: Call): Promise<Output<typeof downgradeSubscriptionCall>> {
  return changeTerms(call, async (_, had) =>
    toPlan(had.plan).lifetime ? refuse('plan.lifetime') : freeTerms,
  )
}

/** Changes the caller's plan in one transaction, which a refusal rolls back. */
async function changeTerms(
  { actor, services: { db, now, jobs } }: Call,
  change: (tx: Tx, had: PlanTerms) => Promise<PlanTerms>,
): Promise<PlanState> {
  const terms = await db.write(async tx => {
    await lockTree(tx, actor.personId)
    const had = (await readTerms(tx, actor.personId)) ?? refuse('session.expired')
    const next = await change(tx, had)
    await setTerms(tx, actor.personId, next, now())
    return next
  })
  jobs.wake()
  return presentTerms(terms)
}
