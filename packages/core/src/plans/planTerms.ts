import { type PlanCode, toPlan } from './plans.ts'

const day = 86_400_000

/** The plan of a person and its duration. Times are milliseconds since 1970. */
export interface PlanTerms {
  plan: number
  /** Time of the end or of the next invoice; null for an unlimited plan. */
  until: number | null
  /** True when an invoice is due at `until`, false when the plan ends then. */
  renews: boolean
  /** The person cancelled it; it remains valid until `until`. */
  cancelled: boolean
  /** The last payment failed: it ends at `until`, unless the payment is made by then. */
  overdue?: boolean
}

/** The free plan, which is unlimited. */
export const freeTerms: PlanTerms = { plan: 1, until: null, renews: false, cancelled: false }

/** The benefit of a coupon. */
export interface CouponBenefit {
  plan: PlanCode
  /** Number of days; null for an unlimited plan. */
  days: number | null
}

/**
 * Returns the plan of a person after a coupon: extends the remaining time of the same plan, and never reduces what the
 * person has.
 * @param now milliseconds since 1970
 * @returns null when the coupon has no advantage
 */
export function applyCoupon(had: PlanTerms, gift: CouponBenefit, now: number): PlanTerms | null {
  if (toPlan(gift.plan).lifetime)
    return toPlan(had.plan).lifetime && had.plan >= gift.plan ? null : { ...freeTerms, plan: gift.plan }
  if (toPlan(had.plan).lifetime) return null
  const same = had.plan === gift.plan
  if (same && had.until === null) return null
  if (gift.days === null) return { ...freeTerms, plan: gift.plan }
  const from = same ? Math.max(now, had.until ?? now) : now
  return { ...(same ? had : freeTerms), plan: gift.plan, until: from + gift.days * day }
}

/**
 * Returns the plan after a cancellation: it remains valid until the last paid day.
 * @returns null when no invoice is due, so that there is nothing to cancel
 */
export function cancelPlan(had: PlanTerms, now: number): PlanTerms | null {
  if (!had.renews || had.until === null) return null
  return had.until <= now ? freeTerms : { ...had, renews: false, cancelled: true }
}

/**
 * Returns the plan after a cancellation is revoked: the next invoice is due when the plan would have ended.
 * @returns null when nothing was cancelled, or the paid time is over
 */
export function resumePlan(had: PlanTerms, now: number): PlanTerms | null {
  if (!had.cancelled || had.until === null || had.until <= now) return null
  return { ...had, renews: true, cancelled: false }
}

/** Letters and digits of a coupon code, without characters that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 12

/**
 * Generates a coupon code of 60 random bits, in groups of four.
 * @param random returns the given number of random bytes
 */
export function generateCouponCode(random: (bytes: number) => Uint8Array): string {
  const signs = [...random(codeLength)].map(byte => alphabet[byte % alphabet.length]).join('')
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}

/** Returns a code in the form used for comparison: upper case, without spaces at the ends. */
export function normalizeCouponCode(typed: string): string {
  return typed.trim().toUpperCase()
}
