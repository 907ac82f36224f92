import * as contract from '@nestmark/contract/plans'
import type { PlanState } from '@nestmark/contract/plans'
import {
  type PlanTerms,
  cancelPlan,
  resumePlan,
  normalizeCouponCode,
  applyCoupon,
  type CouponBenefit,
} from '@nestmark/core/plans/planTerms'
import { toPlan } from '@nestmark/core/plans/plans'
import { isLive } from '@nestmark/core/plans/billingTerms'
import type Stripe from 'stripe'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import type { Call } from '../../../calls/call.ts'
import { presentTerms } from '../../session/planTerms.ts'
import { readTerms, setTerms, recordCouponUse, consumeCoupon } from '../store.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith } from '../../../services.ts'
import { toLowestTerms } from '../quotas/lowestPlan.ts'
import { requireId, type ProviderSubscription } from '../../../payments/readPurchases.ts'
import { atProvider, settingsAddress } from './atProvider.ts'
import { findCustomer } from './customerStore.ts'
import { syncPurchases } from './syncPurchases.ts'

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

/** Cancels a paid plan: it ends on the last paid day. */
export const cancelPaidSubscription = action(
  contract.cancelPaidSubscription,
  async (call: CallWith<'payments'>) => {
    return (
      (await changeSubscriptions(call, cancelAtEnd)) ??
      changeTerms(
        call,
        async (_, had) => cancelPlan(had, call.services.now()) ?? refuse('plan.noSubscription'),
      )
    )
  },
)

/** Reverts a cancellation while the plan is still active. */
export const resumePaidSubscription = action(
  contract.resumePaidSubscription,
  async (call: CallWith<'payments'>) => {
    return (
      (await changeSubscriptions(call, resumeRenewal)) ??
      changeTerms(call, async (_, had) => resumePlan(had, call.services.now()) ?? refuse('plan.notCancelled'))
    )
  },
)

/** Switches to the lowest plan immediately, and ends the subscription. All data of the person remains. */
export const downgradeSubscription = action(
  contract.downgradeSubscription,
  async (call: CallWith<'payments'>) => {
    if (toPlan(call.actor.plan).lifetime) refuse('plan.lifetime')
    await changeSubscriptions(call, endNow)
    return changeTerms(call, async (_, had) =>
      toPlan(had.plan).lifetime ? refuse('plan.lifetime') : toLowestTerms(call.services.config),
    )
  },
)

/** Opens the provider's page with the caller's card, invoices and subscription. */
export const openPaymentPortal = action(
  contract.openPaymentPortal,
  async ({ actor, services }: CallWith<'payments'>) => {
    return atProvider(services, async provider => {
      const customer = (await findCustomer(services.db.read, actor.personId)) ?? refuse('payments.none')
      const stripe = await provider.open()
      const { url } = await stripe.billingPortal.sessions.create({
        customer: requireId(customer.customer_id),
        return_url: settingsAddress(services, 'visited'),
      })
      return { url }
    })
  },
)

/** A change of one subscription at the provider. */
interface SubscriptionChange {
  isFor: (subscription: ProviderSubscription) => boolean
  change: (stripe: Stripe, subscription: ProviderSubscription) => Promise<unknown>
}

/** Stops further invoices: the plan ends with the paid period. */
const cancelAtEnd: SubscriptionChange = {
  isFor: ({ endsAt }) => endsAt === null,
  change: (stripe, { id }) => stripe.subscriptions.update(requireId(id), { cancel_at_period_end: true }),
}

/** Reverts a cancellation, by whichever of the two fields it was made. */
const resumeRenewal: SubscriptionChange = {
  isFor: ({ endsAt }) => endsAt !== null,
  change: (stripe, { id, endsWithPeriod }) =>
    stripe.subscriptions.update(
      requireId(id),
      endsWithPeriod ? { cancel_at_period_end: false } : { cancel_at: '' },
    ),
}

/** Ends a subscription immediately. */
const endNow: SubscriptionChange = {
  isFor: () => true,
  change: (stripe, { id }) => stripe.subscriptions.cancel(requireId(id)),
}

/**
 * Changes the caller's subscriptions at the provider, and sets the plan to what it answers then.
 * @returns undefined when the caller's plan was not bought, or no subscription is to be changed
 */
async function changeSubscriptions(
  call: CallWith<'payments'>,
  { isFor, change }: SubscriptionChange,
): Promise<PlanState | undefined> {
  const { actor, services } = call
  const customer = await findCustomer(services.db.read, actor.personId)
  if (!customer || (customer.bought === 0 && customer.renewing === 0)) return undefined
  return atProvider(services, async provider => {
    const synced = await syncPurchases(services, provider, actor.personId)
    const chosen =
      synced?.purchases.subscriptions.filter(each => isLive(each, services.now()) && isFor(each)) ?? []
    if (chosen.length === 0) return undefined
    const stripe = await provider.open()
    for (const subscription of chosen) await change(stripe, subscription)
    return refreshPlan(call, {})
  })
}

/** Sets the caller's plan to what the caller has bought. */
export const refreshPlan = action(contract.refreshPlan, async ({ actor, services }: CallWith<'payments'>) => {
  await atProvider(services, provider => syncPurchases(services, provider, actor.personId))
  return presentTerms((await readTerms(services.db.read, actor.personId)) ?? refuse('session.expired'))
})

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
