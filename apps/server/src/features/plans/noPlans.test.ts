import {
  createCheckout,
  downgradeSubscription,
  listPrices,
  openPaymentPortal,
  refreshPlan,
} from '@nestmark/contract/plans'
import { getProfile } from '@nestmark/contract/session'
import { assertDefined } from '@nestmark/core/assertDefined'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../configuration/config.ts'
import { paymentEventsPath } from '../../http/paymentEvents.ts'
import { offersPlans } from '../../configuration/paymentsConfig.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { registerUser } from '../accounts/signIn/registerUser.ts'
import { createPerson } from '../session/createPerson.ts'
import { leaveFreePlan } from './quotas/lowestPlan.ts'
import { untilPlan } from './planFixture.testing.ts'
import { setTerms } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ defaultPlan: 2 })
})
afterAll(() => app.stop())

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const atPlan = (defaultPlan: string) => ({ DEFAULT_PLAN: defaultPlan })

test('PLAN-01 without payments accounts begin with plan 2 and the server offers no plans, unless DEFAULT_PLAN is 1', () => {
  const read = (env: Record<string, string>) => {
    const config = readConfig({ DATA_DIR: app.services.config.dataDir, ...env })
    return [config.defaultPlan, offersPlans(config)]
  }
  expect(read({})).toEqual([2, false])
  expect(read(atPlan('3'))).toEqual([3, false])
  expect(read(atPlan('1'))).toEqual([1, true])
  expect(read(stripe)).toEqual([1, true])
  expect(read({ ...stripe, ...atPlan('2') })).toEqual([2, true])
})

test('PLAN-01 on a server that offers no plans nobody is on the free plan: not new, earlier, or after the end of a plan', async () => {
  const { config, db, now } = app.services
  const plan = async ({ call }: Person) => (await call(getProfile, {})).plan
  const account = { name: 'Ada', email: 'ada@new.example', password: 'a long password' }
  const ada = assertDefined(await registerUser(app.services, account), 'account')
  expect((await createPerson(app.services, ada, '')).plan).toBe(2)

  const bo = await signIn(app, 'bo', 1)
  const premium = await signIn(app, 'pia', 3)
  await leaveFreePlan(db, { ...config, defaultPlan: 1 })
  expect(await plan(bo)).toBe(1)
  await leaveFreePlan(db, config)
  expect([await plan(bo), await plan(premium)]).toEqual([2, 3])

  expect((await premium.call(downgradeSubscription, {})).plan).toBe(2)
  const until = now() + 1000
  await db.write(tx => setTerms(tx, bo.id, { plan: 3, until, renews: false, cancelled: false }, now()))
  expect(await plan(bo)).toBe(3)
  app.clock.now = until + 1
  app.services.jobs.wake()
  await untilPlan(bo, 2)
})

test('PLAN-06 a server without keys sells nothing, and has no address for events', async () => {
  const rosa = await signIn(app, 'rosa')
  expect(app.services.payments).toBeNull()
  const calls = [
    rosa.call(listPrices, {}),
    rosa.call(createCheckout, { plan: 'pro-monthly' }),
    rosa.call(openPaymentPortal, {}),
    rosa.call(refreshPlan, {}),
  ]
  expect(await Promise.all(calls.map(toOutcome))).toEqual(calls.map(() => 'payments.off'))
  expect((await fetch(`${app.origin}${paymentEventsPath}`, { method: 'POST' })).status).toBe(404)
})
