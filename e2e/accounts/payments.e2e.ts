import { getUserData } from '@nestmark/contract/session'
import { lifetimeIds, type PlanId } from '@nestmark/core/plans/planIds'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeStripe, startFakeStripe } from '../../apps/server/src/test/payments/fakeStripe.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

let stripe: FakeStripe
let env: TestEnvironment
let ada: Person
beforeAll(async () => {
  stripe = await startFakeStripe(() => env?.app.clock.now ?? Date.now())
  env = await startEnvironment({ payments: stripe.config, planLimits: true, countryHeader: 'x-country' })
  // Stripe's page returns to the address of the server.
  env.app.services.config.publicUrl = env.app.origin
})
beforeEach(async () => {
  ada = await env.signIn('ada')
})
afterAll(async () => {
  await env.close()
  await stripe.close()
})

const subscriptions = () => [...stripe.account.subscriptions.values()]
const planOf = async (person: Person) => (await person.call(getUserData, {})).plan

test('PLAN-06 PLAN-04 a person pays on the page of Stripe, sees the plan, cancels it, and opens the invoices', async () => {
  const page = await env.open(ada, '/settings?tab=plan')
  await page.getByRole('button', { name: 'Choose a plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Get Pro' })
  await dialog.getByText('$48').waitFor()
  await dialog.getByText('That’s $4 a month.').waitFor()
  await dialog.getByText('1 GB of storage and 20 GB of bandwidth a month').waitFor()
  await dialog.getByRole('radio', { name: 'Monthly' }).click()
  await dialog.getByText('$5', { exact: true }).waitFor()
  await dialog.getByRole('radio', { name: 'INR ₹' }).click()
  await dialog.getByText('₹349').waitFor()
  await dialog.getByRole('radio', { name: 'Premium' }).click()
  const premium = page.getByRole('dialog', { name: 'Get Premium' })
  await premium.getByText('₹699').waitFor()
  await premium.getByText('Everything in Pro').waitFor()
  await expectAccessible(page)
  await premium.getByRole('radio', { name: 'Pro', exact: true }).click()
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('heading', { name: 'Pay for pro-monthly-in' }).waitFor()
  await page.getByRole('button', { name: 'Pay 349' }).click()
  await page.waitForURL('**/settings?tab=plan')
  await page.getByText('Thank you! You’re on Pro now.').waitFor()
  await page.getByText(/^Next invoice on/).waitFor()
  expect(await planOf(ada)).toBe(2)
  for (const event of stripe.takeEvents()) expect(await stripe.deliver(env.app, event)).toBe(200)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel your subscription?' })
  await question.getByText('1 GB of storage (limited to 100 MB)').waitFor()
  await question.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByText(/^Cancelled, expires on/).waitFor()
  expect(subscriptions().at(-1)?.cancel_at_period_end).toBe(true)
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await page.getByText(/^Next invoice on/).waitFor()
  await page.getByRole('button', { name: 'Payments and invoices' }).click()
  await page.getByRole('heading', { name: /^Payments of cus_/ }).waitFor()
})

test('MKT-06 PLAN-05 Claim now of the sale opens the payment of the yearly Pro plan with its discount', async () => {
  stripe.account.discounts.set('EARLY30', 30)
  const page = await env.open(ada, '/early-bird')
  expect(await page.getByText('Enter your discount code').isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Claim now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Get Pro' })
  await dialog.getByText('The early-bird discount is taken off on the payment page.').waitFor()
  await dialog.getByText('$48').waitFor()
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Pay 33.6' }).waitFor()
})

test.each(viewports)(
  'PLAN-06 the address of a plan opens its payment; a failed payment shows the way to the card; %i px, dark: %s',
  async (width, dark) => {
    const page = await env.open(ada, '/settings?tab=plan&choose=premium-yearly', {
      width,
      dark,
      height: 1000,
    })
    const dialog = page.getByRole('dialog', { name: 'Get Premium' })
    await dialog.getByText('$108').waitFor()
    expect(new URL(page.url()).search).toBe('?tab=plan')
    await saveScreenshot(page, `buy-${width}-${dark ? 'dark' : 'light'}`)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('button', { name: 'Pay 108' }).click()
    await page.getByText('Thank you! You’re on Premium now.').waitFor()
    await page.getByRole('button', { name: 'Payments and invoices' }).waitFor()
    await saveScreenshot(page, `paid-${width}-${dark ? 'dark' : 'light'}`, true)
    const id = subscriptions().at(-1)!.id
    stripe.account.change(id, { status: 'past_due' })
    for (const event of stripe.takeEvents()) await stripe.deliver(env.app, event)
    await page.getByText(/^Your last payment didn’t go through\. You keep your plan until/).waitFor()
    await page.getByRole('button', { name: 'Update your card' }).waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `overdue-${width}-${dark ? 'dark' : 'light'}`, true)
  },
)

test('PLAN-06 PLAN-08 lifetime plans name their invitations, and a subscription changes on Stripe’s page', async () => {
  const open = (id: PlanId) => `/settings?tab=plan&choose=${id}`
  const page = await env.open(ada, open('team-lifetime'))
  const dialog = page.getByRole('dialog', { name: 'Get Lifetime' })
  await dialog.getByText('Invite 10 people').waitFor()
  await dialog.getByRole('radio', { name: 'Solo' }).click()
  await dialog.getByText('Invite 1 person').waitFor()
  await expectAccessible(page)
  await page.goto(open('pro-monthly'))
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Pay 5' }).click()
  await page.getByText('Thank you! You’re on Pro now.').waitFor()
  await page.getByRole('button', { name: 'Switch to Premium' }).click()
  const change = page.getByRole('dialog', { name: 'Get Premium' })
  await change.getByText('The next page shows what changes on your invoice').waitFor()
  await change.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(/\/portal\/cus_.*price=/)
})

test('PLAN-05 the period that a visitor chose opens its payment after the sign-in, once', async () => {
  const page = await env.open(ada, '/dashboard')
  for (const [intent, price] of [
    ['1', '$5'],
    ['2', '$48'],
  ] as const) {
    await page.evaluate(chosen => localStorage.setItem('userWantPaid', chosen), intent)
    await page.reload()
    await page.getByRole('dialog', { name: 'Get Pro' }).getByText(price, { exact: true }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('userWantPaid'))).toBeNull()
  }
})

test('PLAN-06 the page says that a plan without a price is not for sale', async () => {
  for (const id of lifetimeIds) stripe.account.prices.delete(id)
  // The server keeps prices for five minutes.
  env.app.clock.now += 6 * 60_000
  const page = await env.open(ada, '/settings?tab=plan&choose=solo-lifetime')
  const dialog = page.getByRole('dialog', { name: 'Get Lifetime' })
  await dialog.getByText('This plan is not for sale here.').waitFor()
  expect(await dialog.getByText('takes no payments').count()).toBe(0)
})
