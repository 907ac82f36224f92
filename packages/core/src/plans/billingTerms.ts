import { type PlanCode, toPlan } from './plans.ts'
import type { PlanTerms } from './planTerms.ts'

/** How long a subscription stays valid after a failed payment: two weeks, in which the provider tries again. */
export const graceMs = 14 * 86_400_000

/** A subscription of one person, as the payment provider describes it. Times are milliseconds since 1970. */
export interface BilledSubscription {
  plan: PlanCode
  /** The provider's word, such as 'active' or 'past_due'; new words appear without notice. */
  status: string
  /** The start and the end of the period of the last invoice. */
  from: number
  until: number
  /** When it ends by a cancellation; null when it renews. */
  endsAt: number | null
}

/** What a person has bought. */
export interface Purchases<Subscription extends BilledSubscription = BilledSubscription> {
  subscriptions: readonly Subscription[]
  /** The lifetime plans that are paid. */
  lifetimes: readonly PlanCode[]
  /** The lifetime plans whose payment was returned. */
  refunded: readonly PlanCode[]
}

/** The statuses without a right to the plan: never paid, ended, or paused. */
const ended: readonly string[] = ['incomplete', 'incomplete_expired', 'canceled', 'unpaid', 'paused']

/** Returns whether the provider still expects the last payment, after a failed one. */
export const isOverdue = ({ status }: Pick<BilledSubscription, 'status'>): boolean => status === 'past_due'

/**
 * Returns whether a subscription gives its plan. An unknown status does: nobody loses a plan because the provider has a
 * new word.
 * @param now milliseconds since 1970
 */
export function isLive(subscription: BilledSubscription, now: number): boolean {
  if (ended.includes(subscription.status)) return false
  return !isOverdue(subscription) || subscription.from + graceMs > now
}

function toTerms(subscription: BilledSubscription): PlanTerms {
  const { plan, from, until, endsAt } = subscription
  if (isOverdue(subscription))
    return {
      plan,
      until: Math.min(from + graceMs, endsAt ?? Infinity),
      renews: false,
      cancelled: endsAt !== null,
      overdue: true,
    }
  return { plan, until: endsAt ?? until, renews: endsAt === null, cancelled: endsAt !== null }
}

/** Larger is better: the larger plan, then the one that renews, then the one that lasts longer. */
function compare(a: PlanTerms, b: PlanTerms): number {
  return a.plan - b.plan || Number(a.renews) - Number(b.renews) || (a.until ?? 0) - (b.until ?? 0)
}

/**
 * Returns the plan that a person's purchases give: the largest lifetime plan, else the best subscription.
 * @param now milliseconds since 1970
 * @returns null when they give none
 */
export function deriveTerms({ subscriptions, lifetimes }: Purchases, now: number): PlanTerms | null {
  if (lifetimes.length > 0) {
    const plan = lifetimes.reduce((a, b) => (b > a ? b : a))
    return { plan, until: null, renews: false, cancelled: false }
  }
  const live = subscriptions.filter(each => isLive(each, now)).map(toTerms)
  return live.length === 0 ? null : live.reduce((a, b) => (compare(b, a) > 0 ? b : a))
}

/**
 * Returns a person's plan after the payment provider was asked. Plans from coupons and the operator stay: only a plan
 * that was bought ends with its purchase, and a lifetime plan only by a refund.
 * @param had the plan so far, and whether it was bought
 * @returns the plan, and whether it was bought
 */
export function applyPurchases(
  had: { terms: PlanTerms; bought: boolean },
  purchases: Purchases,
  now: number,
): { terms: PlanTerms | null; bought: boolean } {
  const { terms } = had
  const isLifetime = toPlan(terms.plan).lifetime
  if (isLifetime && !(had.bought && purchases.refunded.includes(terms.plan as PlanCode))) {
    const larger = purchases.lifetimes.some(plan => plan > terms.plan)
    if (!larger) return { terms, bought: had.bought }
  }
  const billed = deriveTerms(purchases, now)
  if (billed) return { terms: billed, bought: true }
  return had.bought ? { terms: null, bought: false } : had
}
