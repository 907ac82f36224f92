import {
  cancelPaidSubscription,
  createCheckout,
  downgradeSubscription,
  listPrices,
  openPaymentPortal,
  redeemCoupon,
  refreshPlan,
  resumePaidSubscription,
} from '@nestmark/contract/plans'
import type { Input } from '@nestmark/contract/operation'
import { subscriptionIds, toCodeOfId, toSubscription } from '@nestmark/core/plans/planIds'
import { prices } from '@nestmark/core/plans/prices'
import { beforeEach, describe, expect, test } from 'vitest'
import { readPaymentsConfig } from '../../../configuration/paymentsConfig.ts'
import { createPaymentProvider } from '../../../payments/provider.ts'
import { toOutcome, type Person, signIn } from '../../../test/support/people.ts'
import { useShop, subscriptionOf } from './paymentsFixture.testing.ts'
import { coupon, day, free, readPlan } from '../planFixture.testing.ts'

const shop = useShop()
let ada: Person
beforeEach(async () => {
  ada = await signIn(shop.app, 'ada')
})

const endOf = (sessionId: string) =>
  shop.stripe.account.item(subscriptionOf(shop, sessionId)).current_period_end * 1000

test.each(subscriptionIds)('PLAN-06 PLAN-02 sells %s at the listed price and gives its plan', async id => {
  const sold = toSubscription(id)!
  const session = await shop.pay(ada, id)
  const { metadata, client_reference_id, mode, lines, success_url } = shop.stripe.account.session(session)
  expect({ metadata, client_reference_id, mode }).toEqual({
    metadata: { account: ada.id, plan: id },
    client_reference_id: ada.id,
    mode: 'subscription',
  })
  expect(lines.lookup_key).toBe(id)
  expect(success_url).toBe(`${shop.app.origin}/settings?tab=plan&result=paid`)
  const { prices: listed } = await ada.call(listPrices, {})
  const months = sold.period === 'yearly' ? 12 : 1
  expect(listed.find(each => each.id === id)).toEqual({
    id,
    currency: sold.currency.toLowerCase(),
    amount: prices[sold.plan][sold.currency][sold.period] * months * 100,
    period: sold.period === 'yearly' ? 'year' : 'month',
  })
  expect(await readPlan(ada)).toEqual(free)
  await shop.deliver()
  const paid = { ...free, plan: toCodeOfId(id), next_billing_date: endOf(session) }
  expect(await readPlan(ada)).toEqual(paid)
  expect(await toOutcome(ada.call(createCheckout, { plan: id }))).toBe('payments.owned')
})

test('PLAN-06 the page knows the plan without an event, as soon as Stripe does', async () => {
  expect(await ada.call(refreshPlan, {})).toEqual(free)
  const session = await shop.pay(ada, 'pro-yearly')
  const paid = { ...free, plan: 2, next_billing_date: endOf(session) }
  expect(await ada.call(refreshPlan, {})).toEqual(paid)
  await shop.deliver()
  expect(await readPlan(ada)).toEqual(paid)
})

test('MKT-06 PLAN-06 the discount of /early-bird comes off the yearly Pro plan for who claims it, and off nothing else', async () => {
  const { discounts, sessions } = shop.stripe.account
  discounts.set('EARLY30', 30)
  const open = async (input: Input<typeof createCheckout>) => {
    const { url } = await ada.call(createCheckout, input)
    const { amount_total, allow_promotion_codes } = shop.stripe.account.session(url.split('/').at(-1)!)
    return [amount_total, allow_promotion_codes]
  }
  const offer = 'early-bird'
  expect(await open({ plan: 'pro-yearly', offer })).toEqual([3360, false])
  expect(await open({ plan: 'pro-yearly-in', offer })).toEqual([251_160, false])
  expect(await open({ plan: 'pro-yearly' })).toEqual([4800, true])
  expect(await open({ plan: 'pro-monthly', offer })).toEqual([500, true])
  expect(await open({ plan: 'premium-yearly', offer })).toEqual([10_800, true])
  expect((await ada.call(listPrices, {})).early_bird).toBe(true)
  discounts.clear()
  const before = sessions.size
  await expect(open({ plan: 'pro-yearly', offer })).rejects.toMatchObject({
    status: 409,
    message:
      'This offer has ended. Nothing was changed. You can choose the plan at its usual price in the settings.',
  })
  expect(sessions.size).toBe(before)
  expect(await readPlan(ada)).toEqual(free)
})

test('MKT-06 STRIPE_EARLY_BIRD is a coupon or a promotion code; anything else ends the start with a sentence', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  const read = (STRIPE_EARLY_BIRD?: string) => {
    const config = readPaymentsConfig({
      ...keys,
      ...(STRIPE_EARLY_BIRD !== undefined && { STRIPE_EARLY_BIRD }),
    })!
    return createPaymentProvider(
      config,
      () => 0,
      () => undefined,
    ).earlyBird
  }
  expect([read(), read(' EARLY30\n'), read('promo_1N')]).toEqual([
    null,
    { coupon: 'EARLY30' },
    { promotion_code: 'promo_1N' },
  ])
  expect(() => read('30 % off')).toThrow('STRIPE_EARLY_BIRD must be the id')
})

describe('PLAN-06 lifetime plans', () => {
  test('PLAN-06 PLAN-08 gives a lifetime plan when its payment has arrived, and ends it with a refund', async () => {
    const session = await shop.pay(ada, 'team-lifetime', { later: true })
    expect(shop.stripe.account.session(session).mode).toBe('payment')
    await shop.deliver()
    expect(await readPlan(ada)).toEqual(free)
    shop.stripe.account.settle(session)
    await shop.deliver()
    expect(await readPlan(ada)).toEqual({ ...free, plan: 5 })
    expect(await toOutcome(ada.call(createCheckout, { plan: 'team-lifetime' }))).toBe('payments.owned')
    expect(await toOutcome(ada.call(createCheckout, { plan: 'solo-lifetime' }))).toBe('plan.lifetime')
    expect(await toOutcome(ada.call(createCheckout, { plan: 'premium-monthly' }))).toBe('plan.lifetime')
    const larger = await shop.pay(ada, 'business-lifetime')
    await shop.deliver()
    expect((await readPlan(ada)).plan).toBe(6)
    shop.stripe.account.refund(larger)
    await shop.deliver()
    expect((await readPlan(ada)).plan).toBe(5)
    shop.stripe.account.refund(session)
    await shop.deliver()
    expect(await readPlan(ada)).toEqual(free)
  })

  test('PLAN-06 a lifetime plan stops the invoices of the subscription before it', async () => {
    const session = await shop.pay(ada, 'pro-monthly')
    await shop.deliver()
    await shop.pay(ada, 'solo-lifetime')
    await shop.deliver()
    expect(await readPlan(ada)).toEqual({ ...free, plan: 4 })
    expect(subscriptionOf(shop, session).cancel_at_period_end).toBe(true)
    // The end of the subscription, and a list of Stripe without the old session, take nothing.
    shop.stripe.account.end(subscriptionOf(shop, session).id)
    await shop.deliver()
    expect(await readPlan(ada)).toEqual({ ...free, plan: 4 })
  })
})

describe('PLAN-04 PLAN-06 changes of a subscription', () => {
  test('PLAN-04 cancel and resume change the subscription at Stripe, by either of its fields', async () => {
    const session = await shop.pay(ada, 'pro-monthly')
    await shop.deliver()
    const due = endOf(session)
    const cancelled = { ...free, plan: 2, plan_expires: due, is_cancelled: 1 }
    expect(await ada.call(cancelPaidSubscription, {})).toEqual(cancelled)
    expect(subscriptionOf(shop, session).cancel_at_period_end).toBe(true)
    expect(await toOutcome(ada.call(cancelPaidSubscription, {}))).toBe('plan.noSubscription')
    expect(await ada.call(resumePaidSubscription, {})).toEqual({ ...free, plan: 2, next_billing_date: due })
    expect(subscriptionOf(shop, session).cancel_at_period_end).toBe(false)
    shop.stripe.account.change(subscriptionOf(shop, session).id, { cancel_at: (due - day) / 1000 })
    await shop.deliver()
    expect(await readPlan(ada)).toEqual({ ...cancelled, plan_expires: due - day })
    await ada.call(resumePaidSubscription, {})
    expect(subscriptionOf(shop, session).cancel_at).toBeNull()
    await shop.deliver()
    expect(await readPlan(ada)).toEqual({ ...free, plan: 2, next_billing_date: due })
  })

  test('PLAN-04 a downgrade ends the subscription at Stripe, so that no invoice follows', async () => {
    const session = await shop.pay(ada, 'premium-monthly')
    await shop.deliver()
    expect((await readPlan(ada)).plan).toBe(3)
    expect(await ada.call(downgradeSubscription, {})).toEqual(free)
    expect(subscriptionOf(shop, session).status).toBe('canceled')
    await shop.deliver()
    expect(await readPlan(ada)).toEqual(free)
  })

  test('PLAN-06 a person with a subscription changes it on Stripe’s page, and cannot buy a second one', async () => {
    const session = await shop.pay(ada, 'pro-monthly')
    await shop.deliver()
    const before = shop.stripe.account.sessions.size
    const { url } = await ada.call(createCheckout, { plan: 'premium-yearly' })
    expect(shop.stripe.account.sessions.size).toBe(before)
    expect(new URL(url).pathname).toMatch(/^\/portal\/cus_/)
    expect(new URL(url).searchParams.get('price')).toBe(shop.stripe.account.price('premium-yearly').id)
    shop.stripe.account.changePrice(subscriptionOf(shop, session).id, 'premium-yearly')
    await shop.deliver()
    expect((await readPlan(ada)).plan).toBe(3)
    expect((await ada.call(openPaymentPortal, {})).url).toContain('/portal/cus_')
    const rosa = await signIn(shop.app, 'rosa')
    expect(await toOutcome(rosa.call(openPaymentPortal, {}))).toBe('payments.none')
  })

  test('PLAN-06 a new payment closes the pages of earlier ones; two at once are one customer', async () => {
    const call = () => ada.call(createCheckout, { plan: 'pro-monthly' })
    const first = (await call()).url.split('/').at(-1)!
    await call()
    expect(shop.stripe.account.session(first).status).toBe('expired')
    const rosa = await signIn(shop.app, 'rosa')
    const customers = shop.stripe.account.customers.size
    await Promise.all([1, 2, 3].map(() => rosa.call(createCheckout, { plan: 'pro-monthly' })))
    expect(shop.stripe.account.customers.size).toBe(customers + 1)
  })

  test('PLAN-06 a new payment ends the subscription that the customer did not pay in time', async () => {
    const session = await shop.pay(ada, 'pro-monthly')
    await shop.deliver()
    shop.stripe.account.change(subscriptionOf(shop, session).id, { status: 'unpaid' })
    await shop.deliver()
    expect(await readPlan(ada)).toEqual(free)
    const next = await shop.pay(ada, 'pro-yearly')
    await shop.deliver()
    expect(subscriptionOf(shop, session).status).toBe('canceled')
    expect(await readPlan(ada)).toEqual({ ...free, plan: 2, next_billing_date: endOf(next) })
  })

  test('PLAN-06 a subscription keeps its plan when the operator replaces its price', async () => {
    const session = await shop.pay(ada, 'premium-yearly-in')
    shop.stripe.account.replacePrice('premium-yearly-in')
    // The prices are read again.
    shop.app.clock.now += day
    await shop.deliver()
    expect(await readPlan(ada)).toEqual({ ...free, plan: 3, next_billing_date: endOf(session) })
    shop.app.clock.now -= day
  })
})

describe('PLAN-03 coupons and payments', () => {
  test('PLAN-03 days from a coupon come before the first invoice; with a subscription no coupon loses its use', async () => {
    const { app } = shop
    await ada.call(redeemCoupon, { coupon: await coupon(app, 'THIRTY-DAYS', { days: 30 }) })
    const session = await shop.pay(ada, 'pro-monthly')
    await shop.deliver()
    const until = Math.floor((app.clock.now + 30 * day) / 1000) * 1000
    expect(await readPlan(ada)).toEqual({ ...free, plan: 2, next_billing_date: until })
    await coupon(app, 'MORE-DAYS', { days: 30 })
    await coupon(app, 'FOR-LIFE', { plan: 6 })
    for (const code of ['more-days', 'for-life'])
      expect(await toOutcome(ada.call(redeemCoupon, { coupon: code }))).toBe('coupons.subscribed')
    await ada.call(cancelPaidSubscription, {})
    expect(await toOutcome(ada.call(redeemCoupon, { coupon: 'more-days' }))).toBe('coupons.subscribed')
    await ada.call(redeemCoupon, { coupon: 'for-life' })
    shop.stripe.account.end(subscriptionOf(shop, session).id)
    await shop.deliver()
    expect(await readPlan(ada)).toEqual({ ...free, plan: 6 })
  })
})

describe('PLAN-06 failures', () => {
  test('PLAN-06 responds with a message to a price that does not exist', async () => {
    for (const plan of ['gold-weekly', '', 'free'] as never[])
      await expect(ada.call(createCheckout, { plan })).rejects.toMatchObject({
        status: 400,
        message: 'This plan is not for sale here.',
      })
  })

  test('PLAN-06 when Stripe fails, the page says so and nothing changes', async () => {
    await shop.pay(ada, 'pro-monthly')
    await shop.deliver()
    const before = await readPlan(ada)
    // The library repeats a call twice.
    for (const statuses of [[500, 500, 500], [429], [400]]) {
      shop.stripe.server.failing = [...statuses]
      expect(await toOutcome(ada.call(cancelPaidSubscription, {}))).toBe('payments.unavailable')
    }
    shop.stripe.server.failing = [409]
    expect((await ada.call(cancelPaidSubscription, {})).is_cancelled).toBe(1)
    await ada.call(resumePaidSubscription, {})
    expect(await readPlan(ada)).toEqual(before)
  })

  test('PLAN-06 the next payment replaces a customer of another account at Stripe, who loses nothing before', async () => {
    await shop.app.services.db.write(tx =>
      tx
        .insertInto('customers')
        .values({ person_id: ada.id, customer_id: 'cus_ofAnotherAccount', bought: 1, created_at: 0 })
        .execute(),
    )
    await shop.app.services.db.write(tx =>
      tx.updateTable('people').set({ plan: 2 }).where('id', '=', ada.id).execute(),
    )
    expect(await toOutcome(ada.call(refreshPlan, {}))).toBe('payments.unavailable')
    expect((await readPlan(ada)).plan).toBe(2)
    const session = await shop.pay(ada, 'pro-monthly')
    await shop.deliver()
    expect(await readPlan(ada)).toEqual({ ...free, plan: 2, next_billing_date: endOf(session) })
  })
})
