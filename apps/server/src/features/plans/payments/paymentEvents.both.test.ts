import { deleteAccount } from '@nestmark/contract/accounts'
import { graceMs } from '@nestmark/core/plans/billingTerms'
import { readFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { serverFolder } from '../../../folders.ts'
import { readPurchases } from '../../../payments/readPurchases.ts'
import type { WireEvent } from '../../../test/payments/stripeObjects.testing.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { applyAnswer } from './syncPurchases.ts'
import { findCustomer } from './customerStore.ts'
import { type Shop, useShop, subscriptionOf } from './paymentsFixture.testing.ts'
import { day, free, readPlan, untilPlan } from '../planFixture.testing.ts'
import { syncPurchasesJob } from './syncPurchases.job.ts'

const shop = useShop()
let ada: Person
beforeEach(async () => {
  ada = await signIn(shop.app, 'ada')
})

const countEvents = async () =>
  (await shop.app.services.db.read.selectFrom('payment_events').select('id').execute()).length
const post = (event: WireEvent, how?: Parameters<Shop['stripe']['deliver']>[2]) =>
  shop.stripe.deliver(shop.app, event, how)
/** Moves the clock, and back after the work. The session of the test's person lasts. */
async function later(ms: number, work: () => Promise<void>): Promise<void> {
  const before = shop.app.clock.now
  await shop.app.services.db.write(tx =>
    tx
      .updateTable('session')
      .set({ expiresAt: before + 900 * day, createdAt: before + ms })
      .where('userId', '=', ada.id)
      .execute(),
  )
  shop.app.clock.now = before + ms
  await work().finally(() => (shop.app.clock.now = before))
}

describe('PLAN-06 what is no event of Stripe', () => {
  test('PLAN-06 rejects a wrong or old signature, changed bytes and a thin event, and records nothing', async () => {
    await shop.pay(ada, 'pro-monthly')
    const [event] = shop.stripe.takeEvents().filter(each => each.type === 'checkout.session.completed')
    const before = await countEvents()
    const now = shop.app.clock.now
    const reported = vi.spyOn(shop.app.services.payments!, 'report')
    expect(await post(event!, { secret: 'whsec_another' })).toBe(400)
    expect(reported.mock.calls.at(-1)?.[0]).toContain('STRIPE_WEBHOOK_SECRET')
    reported.mockRestore()
    expect(await post(event!, { signedAt: now - 301_000 })).toBe(400)
    expect(await post(event!, { tamper: body => body.replace('"livemode":false', '"livemode":true') })).toBe(
      400,
    )
    expect(await post(event!, { tamper: body => `${body} ` })).toBe(400)
    const { data: _, ...thin } = event!
    expect(await post(thin as WireEvent)).toBe(400)
    const bare = (headers: Record<string, string>, body?: string) =>
      fetch(`${shop.app.origin}/api/stripe-events`, { method: 'POST', headers, ...(body && { body }) })
    expect((await bare({}, JSON.stringify(event))).status).toBe(400)
    expect((await bare({ 'stripe-signature': 't=1,v1=00' })).status).toBe(400)
    expect((await bare({ 'stripe-signature': 't=1,v1=00' }, 'x'.repeat(1_000_001))).status).toBe(413)
    expect(await countEvents()).toBe(before)
    await shop.settled()
    expect(await readPlan(ada)).toEqual(free)
    // The limit of the age is not reached yet.
    expect(await post(event!, { signedAt: now - 299_000 })).toBe(200)
    await untilPlan(ada, 2)
  })
})

describe('PLAN-06 events in any order', () => {
  test('PLAN-06 records each event once; events of the past, repeated and reversed, leave the plan as it is at Stripe', async () => {
    const session = await shop.pay(ada, 'pro-monthly')
    const { id } = subscriptionOf(shop, session)
    shop.stripe.account.changePrice(id, 'premium-monthly')
    shop.stripe.account.end(id)
    const events = shop.stripe.takeEvents()
    const before = await countEvents()
    for (const event of [...events.toReversed(), ...events]) expect(await post(event)).toBe(200)
    await shop.settled()
    expect(await countEvents()).toBe(before + events.length)
    // The events name Pro and Premium; the subscription has ended.
    expect(await readPlan(ada)).toEqual(free)
  })

  test('PLAN-06 an answer to an earlier question does not replace a later one', async () => {
    const session = await shop.pay(ada, 'pro-monthly')
    const { services } = shop.app
    const { customer_id: customerId } = (await findCustomer(services.db.read, ada.id))!
    const old = await readPurchases(services.payments!, customerId)
    const asked = (await findCustomer(services.db.read, ada.id))!.started
    shop.stripe.account.end(subscriptionOf(shop, session).id)
    const fresh = await readPurchases(services.payments!, customerId)
    const apply = (question: number, purchases: typeof old) =>
      services.db.write(tx => applyAnswer(tx, services, { personId: ada.id, question, purchases }))
    await services.db.write(tx =>
      tx
        .updateTable('customers')
        .set({ started: asked + 2 })
        .where('person_id', '=', ada.id)
        .execute(),
    )
    await apply(asked + 2, fresh)
    await apply(asked + 1, old)
    expect(await readPlan(ada)).toEqual(free)
    await shop.deliver()
    expect(await readPlan(ada)).toEqual(free)
  })

  test('PLAN-06 reads an event of another API version again; one of an unknown customer changes nothing', async () => {
    const reported = vi.spyOn(shop.app.services.payments!, 'report')
    const session = await shop.pay(ada, 'premium-monthly')
    const [created] = shop.stripe.takeEvents().filter(each => each.type === 'customer.subscription.created')
    const { customer, id } = subscriptionOf(shop, session)
    // The shape of 2020: no items, a plan, and the period on the subscription.
    const object = { id, object: 'subscription', customer, status: 'canceled', plan: { id: 'old' } }
    const old = { ...created!, api_version: '2020-08-27', data: { object } as unknown as WireEvent['data'] }
    expect(await post(old)).toBe(200)
    await untilPlan(ada, 3)
    expect(reported.mock.calls.map(([sentence]) => sentence)).toContainEqual(
      expect.stringContaining('2020-08-27'),
    )
    const stranger = {
      ...created!,
      id: 'evt_stranger',
      data: { object: { ...object, customer: 'cus_stranger' } },
    }
    expect(await post(stranger as unknown as WireEvent)).toBe(200)
    expect(reported.mock.calls.at(-1)?.[0]).toContain('without an account here')
    const empty = {
      ...created!,
      id: 'evt_empty',
      data: { object: { object: 'subscription', customer: null } },
    }
    expect(await post(empty as unknown as WireEvent)).toBe(200)
    reported.mockRestore()
    await shop.settled()
    expect((await readPlan(ada)).plan).toBe(3)
  })

  test('PLAN-06 an event waits for Stripe: the server asks again until Stripe answers', async () => {
    await shop.pay(ada, 'pro-monthly')
    const [event] = shop.stripe.takeEvents()
    // Too many requests: the library does not repeat the call, the job does.
    shop.stripe.server.failing = [429]
    expect(await post(event!)).toBe(200)
    await expect.poll(() => shop.stripe.server.failing).toEqual([])
    expect(await readPlan(ada)).toEqual(free)
    await later(3 * 60_000, async () => {
      shop.app.services.jobs.wake()
      await untilPlan(ada, 2)
    })
  })

  test('PLAN-06 finds a renewal whose events never arrived', async () => {
    const session = await shop.pay(ada, 'pro-monthly')
    await shop.deliver()
    const { id } = subscriptionOf(shop, session)
    shop.stripe.account.renew(id, { paid: true })
    shop.stripe.takeEvents()
    const due = shop.stripe.account.item(shop.stripe.account.subscription(id)).current_period_end * 1000
    await later(33 * day, async () => {
      await syncPurchasesJob(shop.app.services).cleanUp!()
      await shop.settled()
      expect(await readPlan(ada)).toEqual({ ...free, plan: 2, next_billing_date: due })
    })
  })
})

describe('PLAN-06 a failed payment', () => {
  const subject = 'Your payment didn’t go through'

  test('PLAN-06 it leaves two weeks and one email; the payment continues the plan', async () => {
    const session = await shop.pay(ada, 'pro-monthly')
    await shop.deliver()
    const { id } = subscriptionOf(shop, session)
    await later(32 * day, async () => {
      shop.stripe.account.renew(id, { paid: false })
      const item = shop.stripe.account.item(shop.stripe.account.subscription(id))
      const until = item.current_period_start * 1000 + graceMs
      await shop.deliver()
      const overdue = { ...free, plan: 2, plan_expires: until, is_overdue: 1 }
      expect(await readPlan(ada)).toEqual(overdue)
      shop.stripe.account.failAgain(id)
      shop.stripe.account.failAgain(id)
      await shop.deliver()
      const mails = await shop.mails(ada.email, subject)
      expect(mails).toHaveLength(1)
      expect(mails[0]).toContain('you keep Pro until')
      expect(mails[0]).toContain(`${shop.app.origin}/settings?tab=plan`)
      shop.stripe.account.recover(id)
      await shop.deliver()
      const due = item.current_period_end * 1000
      expect(await readPlan(ada)).toEqual({ ...free, plan: 2, next_billing_date: due })
    })
    // The job of the end finds nothing to end; the next failure is a new one.
    await later(65 * day, async () => {
      shop.stripe.account.renew(id, { paid: false })
      await shop.deliver()
      expect((await readPlan(ada)).is_overdue).toBe(1)
      expect(await shop.mails(ada.email, subject)).toHaveLength(2)
    })
  })

  test('PLAN-06 without a payment the plan ends after two weeks, and comes back with it', async () => {
    const session = await shop.pay(ada, 'premium-monthly')
    await shop.deliver()
    const { id } = subscriptionOf(shop, session)
    await later(32 * day, async () => {
      shop.stripe.account.renew(id, { paid: false })
      await shop.deliver()
      expect((await readPlan(ada)).plan).toBe(3)
    })
    await later(50 * day, async () => {
      shop.app.services.jobs.wake()
      await untilPlan(ada, 1)
      expect(await readPlan(ada)).toEqual(free)
      shop.stripe.account.recover(id)
      await shop.deliver()
      expect((await readPlan(ada)).plan).toBe(3)
      shop.stripe.account.change(id, { status: 'unpaid' })
      await shop.deliver()
      expect(await readPlan(ada)).toEqual(free)
      // Nobody loses a plan because Stripe has a new word.
      shop.stripe.account.change(id, { status: 'renewing_soon' as never })
      await shop.deliver()
      expect((await readPlan(ada)).plan).toBe(3)
    })
  })
})

test('PLAN-06 Z19 does not charge a deleted account again; a customer deleted at Stripe loses the plan', async () => {
  const session = await shop.pay(ada, 'pro-monthly')
  await shop.deliver()
  await ada.call(deleteAccount, {})
  await shop.settled()
  expect(subscriptionOf(shop, session).status).toBe('canceled')
  const rosa = await signIn(shop.app, 'rosa')
  await shop.pay(rosa, 'pro-monthly')
  await shop.deliver()
  expect((await readPlan(rosa)).plan).toBe(2)
  shop.stripe.account.deleteCustomer((await findCustomer(shop.app.services.db.read, rosa.id))!.customer_id)
  await shop.deliver()
  expect(await readPlan(rosa)).toEqual(free)
})

test('PLAN-06 a server without keys does not load the library of the payment provider', () => {
  const sources = globSync('src/**/*.ts', { cwd: serverFolder }).filter(
    path => !/\.(test|testing)\.ts$/.test(path),
  )
  const naming = sources.filter(path => readFileSync(join(serverFolder, path), 'utf8').includes("'stripe'"))
  expect(naming).toContain('src/payments/provider.ts')
  for (const path of naming)
    expect(readFileSync(join(serverFolder, path), 'utf8')).not.toMatch(/^import (?!type )[^\n]*'stripe'/m)
})
