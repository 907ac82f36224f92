import type { PlanState } from '@nestmark/contract/plans'
import { isLive } from '@nestmark/core/plans/billingTerms'
import type Stripe from 'stripe'
import { type ProviderSubscription, requireId } from '../../../payments/readPurchases.ts'
import type { CallWith } from '../../../services.ts'
import { atProvider } from './atProvider.ts'
import { findCustomer } from './customerStore.ts'
import { refreshPlan } from '../refreshPlan.ts'
import { syncPurchases } from './syncPurchases.ts'

/** A change of one subscription at the provider. */
export interface SubscriptionChange {
  isFor: (subscription: ProviderSubscription) => boolean
  change: (stripe: Stripe, subscription: ProviderSubscription) => Promise<unknown>
}

/** Stops further invoices: the plan ends with the paid period. */
export const cancelAtEnd: SubscriptionChange = {
  isFor: ({ endsAt }) => endsAt === null,
  change: (stripe, { id }) => stripe.subscriptions.update(requireId(id), { cancel_at_period_end: true }),
}

/** Reverts a cancellation, by whichever of the two fields it was made. */
export const resumeRenewal: SubscriptionChange = {
  isFor: ({ endsAt }) => endsAt !== null,
  change: (stripe, { id, endsWithPeriod }) =>
    stripe.subscriptions.update(
      requireId(id),
      endsWithPeriod ? { cancel_at_period_end: false } : { cancel_at: '' },
    ),
}

/** Ends a subscription immediately. */
export const endNow: SubscriptionChange = {
  isFor: () => true,
  change: (stripe, { id }) => stripe.subscriptions.cancel(requireId(id)),
}

/**
 * Changes the caller's subscriptions at the provider, and sets the plan to what it answers then.
 * @returns undefined when the caller's plan was not bought, or no subscription is to be changed
 */
export async function changeSubscriptions(
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
