import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyPurchases,
  type BilledSubscription,
  deriveTerms,
  graceMs,
  isLive,
  type Purchases,
} from './billingTerms.ts'
import { freeTerms } from './planTerms.ts'
import { planCodes, toPlan } from './plans.ts'
import {
  planIds,
  subscriptionIds,
  toCodeOfId,
  toPlanId,
  toSubscription,
  toSubscriptionId,
} from './planIds.ts'

const now = Date.UTC(2026, 10, 29)
const day = 86_400_000
const pro: BilledSubscription = {
  plan: 2,
  status: 'active',
  from: now - day,
  until: now + 29 * day,
  endsAt: null,
}
const none: Purchases = { subscriptions: [], lifetimes: [], refunded: [] }
const bought = (...subscriptions: BilledSubscription[]): Purchases => ({ ...none, subscriptions })

test('PLAN-06 the ids name plan, period and currency; other texts are no ids', () => {
  expect(subscriptionIds.map(id => toCodeOfId(id))).toEqual([2, 2, 2, 2, 3, 3, 3, 3])
  expect(planIds.slice(8).map(id => toCodeOfId(id))).toEqual([4, 5, 6])
  for (const id of subscriptionIds) {
    const { plan, period, currency } = toSubscription(id)!
    expect(toSubscriptionId(plan, period, currency)).toBe(id)
  }
  expect(toSubscription('solo-lifetime')).toBeUndefined()
  for (const text of ['', 'pro', 'PRO-MONTHLY', 'pro-monthly-us', null, undefined])
    expect(toPlanId(text)).toBeUndefined()
})

test('PLAN-06 the best purchase gives the plan', () => {
  expect(deriveTerms(none, now)).toBeNull()
  const until = pro.until
  expect(deriveTerms(bought(pro), now)).toEqual({ plan: 2, until, renews: true, cancelled: false })
  expect(deriveTerms(bought({ ...pro, endsAt: now + day }), now)).toEqual({
    plan: 2,
    until: now + day,
    renews: false,
    cancelled: true,
  })
  expect(deriveTerms(bought(pro, { ...pro, plan: 3, endsAt: now + day }), now)?.plan).toBe(3)
  expect(deriveTerms(bought({ ...pro, endsAt: until + day }, pro), now)?.renews).toBe(true)
  expect(deriveTerms({ ...bought(pro), lifetimes: [4, 6, 5] }, now)).toEqual({ ...freeTerms, plan: 6 })
  for (const status of ['incomplete', 'incomplete_expired', 'canceled', 'unpaid', 'paused'])
    expect(deriveTerms(bought({ ...pro, status }), now)).toBeNull()
  for (const status of ['active', 'trialing', 'a_new_word'])
    expect(deriveTerms(bought({ ...pro, status }), now)?.plan).toBe(2)
})

test('PLAN-06 a failed payment leaves two weeks from the start of its period', () => {
  const failed = { ...pro, status: 'past_due', from: now }
  const overdue = { plan: 2, until: now + graceMs, renews: false, cancelled: false, overdue: true }
  expect(deriveTerms(bought(failed), now)).toEqual(overdue)
  expect(isLive(failed, now + graceMs - 1)).toBe(true)
  expect(isLive(failed, now + graceMs)).toBe(false)
})

test('PLAN-06 only what was bought ends with its purchase', () => {
  const coupon = { ...freeTerms, plan: 2, until: now + day }
  expect(applyPurchases({ terms: coupon, bought: false }, none, now)).toEqual({
    terms: coupon,
    bought: false,
  })
  expect(applyPurchases({ terms: coupon, bought: true }, none, now)).toEqual({ terms: null, bought: false })
  const lifetime = { ...freeTerms, plan: 5 }
  for (const was of [true, false]) {
    const had = { terms: lifetime, bought: was }
    expect(applyPurchases(had, none, now)).toEqual(had)
    expect(applyPurchases(had, { ...bought(pro), lifetimes: [4] }, now)).toEqual(had)
    expect(applyPurchases(had, { ...none, lifetimes: [6] }, now).terms?.plan).toBe(6)
  }
  const refunded: Purchases = { ...bought(pro), refunded: [5] }
  expect(applyPurchases({ terms: lifetime, bought: true }, refunded, now).terms?.plan).toBe(2)
  expect(applyPurchases({ terms: lifetime, bought: false }, refunded, now).terms).toEqual(lifetime)
})

test('PLAN-06 the same purchases give the same plan, in any order and any number of times', () => {
  const subscription = fc.record({
    plan: fc.constantFrom(2 as const, 3 as const),
    status: fc.constantFrom('active', 'trialing', 'past_due', 'canceled', 'unpaid', 'other'),
    from: fc.integer({ min: now - 60 * day, max: now }),
    until: fc.integer({ min: now, max: now + 60 * day }),
    endsAt: fc.option(fc.integer({ min: now, max: now + 60 * day })),
  })
  const purchases = fc.record({
    subscriptions: fc.array(subscription, { maxLength: 4 }),
    lifetimes: fc.array(fc.constantFrom(4 as const, 5 as const, 6 as const), { maxLength: 2 }),
    refunded: fc.constant([]),
  })
  const code = fc.constantFrom(...planCodes)
  fc.assert(
    fc.property(purchases, code, fc.boolean(), (given, plan, was) => {
      const once = applyPurchases({ terms: { ...freeTerms, plan }, bought: was }, given, now)
      const reversed = {
        ...given,
        subscriptions: given.subscriptions.toReversed(),
        lifetimes: given.lifetimes.toReversed(),
      }
      const again = applyPurchases({ terms: once.terms ?? freeTerms, bought: once.bought }, reversed, now)
      expect(again.terms ?? freeTerms).toEqual(once.terms ?? freeTerms)
      expect(again.bought).toBe(once.bought)
      if (given.lifetimes.length > 0) expect(toPlan(once.terms!.plan).lifetime).toBe(true)
    }),
  )
})
