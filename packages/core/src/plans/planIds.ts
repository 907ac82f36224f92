import type { PlanCode } from './plans.ts'
import type { Currency, OfferedPlan, Period } from './prices.ts'

/** The ids of the subscriptions on sale (2-secondary 7). At the payment provider they are the lookup keys of the prices. */
export const subscriptionIds = [
  'pro-monthly',
  'pro-yearly',
  'pro-monthly-in',
  'pro-yearly-in',
  'premium-monthly',
  'premium-yearly',
  'premium-monthly-in',
  'premium-yearly-in',
] as const
/** The same for lifetime plans, for which the specification has no ids. */
export const lifetimeIds = ['solo-lifetime', 'team-lifetime', 'business-lifetime'] as const
export const planIds = [...subscriptionIds, ...lifetimeIds] as const
export type PlanId = (typeof planIds)[number]

const lifetimeCodes: Record<(typeof lifetimeIds)[number], PlanCode> = {
  'solo-lifetime': 4,
  'team-lifetime': 5,
  'business-lifetime': 6,
}

/** Returns the id of a text; undefined for any other text. */
export function toPlanId(text: string | null | undefined): PlanId | undefined {
  return planIds.find(id => id === text)
}

/** Returns the code of the plan that an id buys. */
export function toCodeOfId(id: PlanId): PlanCode {
  if (id in lifetimeCodes) return lifetimeCodes[id as keyof typeof lifetimeCodes]
  return id.startsWith('premium-') ? 3 : 2
}

/** Returns the id of a subscription. */
export function toSubscriptionId(
  plan: Exclude<OfferedPlan, 'free'>,
  period: Period,
  currency: Currency,
): PlanId {
  return `${plan}-${period}${currency === 'INR' ? '-in' : ''}`
}

/** Returns the plan, the period and the currency of a subscription's id; undefined for a lifetime plan. */
export function toSubscription(
  id: PlanId,
): { plan: Exclude<OfferedPlan, 'free'>; period: Period; currency: Currency } | undefined {
  const [, plan, period, india] = /^(pro|premium)-(monthly|yearly)(-in)?$/.exec(id) ?? []
  if (plan === undefined || period === undefined) return undefined
  return {
    plan: plan as Exclude<OfferedPlan, 'free'>,
    period: period as Period,
    currency: india === undefined ? 'USD' : 'INR',
  }
}

/** The plans for which /early-bird has an offer: the Pro Annual Plan (2-secondary 2.12). */
export const earlyBirdIds: readonly PlanId[] = ['pro-yearly', 'pro-yearly-in']
