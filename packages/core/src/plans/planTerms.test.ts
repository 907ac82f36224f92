import { expect, test } from 'vitest'
import {
  normalizeCouponCode,
  freeTerms,
  generateCouponCode,
  type PlanTerms,
  cancelPlan,
  resumePlan,
  applyCoupon,
} from './planTerms.ts'

const day = 86_400_000
const now = 1_700_000_000_000
const pro = (until: number | null, more: Partial<PlanTerms> = {}): PlanTerms => ({
  ...freeTerms,
  plan: 2,
  until,
  ...more,
})

test('PLAN-03 a coupon starts its plan now, or extends the same plan', () => {
  expect(applyCoupon(freeTerms, { plan: 2, days: 30 }, now)).toEqual(pro(now + 30 * day))
  expect(applyCoupon(pro(now + 5 * day), { plan: 2, days: 30 }, now)).toEqual(pro(now + 35 * day))
  // An expired plan is extended from now.
  expect(applyCoupon(pro(now - 5 * day), { plan: 2, days: 30 }, now)).toEqual(pro(now + 30 * day))
  // The next invoice is postponed by the same time.
  expect(applyCoupon(pro(now + day, { renews: true }), { plan: 2, days: 30 }, now)).toEqual(
    pro(now + 31 * day, { renews: true }),
  )
  expect(applyCoupon(pro(now + day), { plan: 2, days: null }, now)).toEqual(pro(null))
  expect(applyCoupon(pro(now + day), { plan: 5, days: null }, now)).toEqual({ ...freeTerms, plan: 5 })
})

test('PLAN-03 a coupon without an advantage changes nothing', () => {
  expect(applyCoupon(pro(null), { plan: 2, days: 30 }, now)).toBeNull()
  for (const plan of [4, 5, 6])
    expect(applyCoupon({ ...freeTerms, plan }, { plan: 2, days: null }, now)).toBeNull()
  expect(applyCoupon({ ...freeTerms, plan: 5 }, { plan: 4, days: null }, now)).toBeNull()
  expect(applyCoupon({ ...freeTerms, plan: 4 }, { plan: 5, days: null }, now)).toEqual({
    ...freeTerms,
    plan: 5,
  })
})

test('PLAN-04 a cancelled plan remains valid until the last paid day', () => {
  expect(cancelPlan(pro(now + day, { renews: true }), now)).toEqual(pro(now + day, { cancelled: true }))
  expect(cancelPlan(pro(now - day, { renews: true }), now)).toEqual(freeTerms)
  for (const terms of [freeTerms, pro(null), pro(now + day)]) expect(cancelPlan(terms, now)).toBeNull()
})

test('PLAN-04 the user can resume a cancelled plan unchanged until the last paid day', () => {
  const had = pro(now + day, { renews: true })
  expect(resumePlan(cancelPlan(had, now)!, now + day - 1)).toEqual(had)
  expect(resumePlan(cancelPlan(had, now)!, now + day)).toBeNull()
  for (const terms of [freeTerms, pro(null), pro(now + day), had]) expect(resumePlan(terms, now)).toBeNull()
})

test('PLAN-03 codes are twelve unambiguous characters', () => {
  const codes = new Set(
    Array.from({ length: 200 }, () =>
      generateCouponCode(bytes => crypto.getRandomValues(new Uint8Array(bytes))),
    ),
  )
  expect(codes.size).toBe(200)
  for (const code of codes) {
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
    expect(normalizeCouponCode(` ${code.toLowerCase()} `)).toBe(code)
  }
})
