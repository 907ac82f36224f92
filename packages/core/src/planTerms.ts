import { type PlanCode, toPlan } from './plans.ts'

const day = 86_400_000

/** The plan of a person, and how long it lasts. Times are milliseconds since 1970. */
export interface PlanTerms {
  plan: number
  /** When it ends, or when the next invoice is due; null when it lasts. */
  until: number | null
  /** True when an invoice is due then, false when it ends then. */
  renews: boolean
  /** The person cancelled it; until then it holds all the same. */
  cancelled: boolean
}

/** The free plan: it lasts. */
export const freeTerms: PlanTerms = { plan: 1, until: null, renews: false, cancelled: false }

/** What a coupon gives. */
export interface CouponGift {
  plan: PlanCode
  /** null gives the plan for good. */
  days: number | null
}

/**
 * The plan of a person after a coupon: time is added to what is left of the same plan, and nothing that a person has is
 * ever made less.
 * @param now milliseconds since 1970
 * @returns null when the coupon would give nothing that is not there already
 */
export function withCoupon(had: PlanTerms, gift: CouponGift, now: number): PlanTerms | null {
  if (toPlan(gift.plan).lifetime)
    return toPlan(had.plan).lifetime && had.plan >= gift.plan ? null : { ...freeTerms, plan: gift.plan }
  if (toPlan(had.plan).lifetime) return null
  const same = had.plan === gift.plan
  if (same && had.until === null) return null
  if (gift.days === null) return { ...freeTerms, plan: gift.plan }
  const from = same ? Math.max(now, had.until!) : now
  return { ...(same ? had : freeTerms), plan: gift.plan, until: from + gift.days * day }
}

/**
 * The plan after its person cancelled it: it holds until the day that is paid for.
 * @returns null when no invoice is due, so that there is nothing to cancel
 */
export function whenCancelled(had: PlanTerms, now: number): PlanTerms | null {
  if (!had.renews || had.until === null) return null
  return had.until <= now ? freeTerms : { ...had, renews: false, cancelled: true }
}

/**
 * The plan after its person changed their mind: the cancel is taken back, and the next invoice is due when the plan would
 * have ended.
 * @returns null when nothing was cancelled, or the time that is paid for is over
 */
export function whenResumed(had: PlanTerms, now: number): PlanTerms | null {
  if (!had.cancelled || had.until === null || had.until <= now) return null
  return { ...had, renews: true, cancelled: false }
}

/** Letters and digits of a coupon code; those that look like others are left out. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 12

/**
 * Makes a coupon code of 60 random bits, in groups of four.
 * @param random gives so many random bytes
 */
export function newCouponCode(random: (bytes: number) => Uint8Array): string {
  const signs = [...random(codeLength)].map(byte => alphabet[byte % alphabet.length]).join('')
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}

/** A code as it is compared: people type it small, and with spaces before and after. */
export function couponKey(typed: string): string {
  return typed.trim().toUpperCase()
}
