import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCheckout } from '@nestmark/contract/plans'
import type { PlanId } from '@nestmark/core/plans/planIds'
import { afterAll, beforeAll, expect } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { type FakeStripe, startFakeStripe } from '../../../test/payments/fakeStripe.testing.ts'
import { mailsSent, startApp, type TestApp } from '../../../test/support/app.ts'
import type { Person } from '../../../test/support/people.ts'

/** A server that sells plans, with Stripe on the loopback interface. */
export interface Shop {
  app: TestApp
  stripe: FakeStripe
  /** Opens the payment of a plan, pays, and returns the id of the session. Stripe's events are not delivered. */
  pay(person: Person, plan: PlanId, how?: { later?: boolean }): Promise<string>
  /** Delivers all events that were not delivered. */
  deliver(): Promise<void>
  /** Waits until the server has asked Stripe about every event. */
  settled(): Promise<void>
  /** Returns the texts of the emails to an address with a subject. */
  mails(to: string, subject: string): Promise<string[]>
  stop(): Promise<void>
}

/** Starts a shop for the tests of a file, and checks its database at the end. */
export function useShop(): Shop {
  const shop = {} as Shop
  beforeAll(async () => {
    Object.assign(shop, await startShop())
  })
  afterAll(async () => {
    expect((await checkIntegrity(shop.app.services.db)).findings).toEqual([])
    await shop.stop()
  })
  return shop
}

async function startShop(): Promise<Shop> {
  let app: TestApp | undefined
  const stripe = await startFakeStripe(() => app?.clock.now ?? Date.now())
  const started = (app = await startApp({ payments: stripe.config, planLimits: true }))
  // The port is known only now.
  started.services.config.publicUrl = started.origin
  const settled = async () => {
    started.services.jobs.wake()
    await expect.poll(() => countOpen(started)).toBe(0)
  }
  return {
    app: started,
    stripe,
    async pay(person, plan, how) {
      const { url } = await person.call(createCheckout, { plan })
      const id = url.split('/').at(-1) ?? ''
      stripe.account.pay(id, how)
      return id
    },
    async deliver() {
      for (const event of stripe.takeEvents()) expect(await stripe.deliver(started, event)).toBe(200)
      await settled()
    },
    settled,
    async mails(to, subject) {
      await mailsSent(started)
      const folder = join(started.services.config.dataDir, 'outbox')
      return readdirSync(folder)
        .map(name => readFileSync(join(folder, name), 'utf8'))
        .filter(text => text.includes(`To: ${to}`) && text.includes(`Subject: ${subject}`))
    },
    async stop() {
      await started.stop()
      await stripe.close()
    },
  }
}

/** Returns the number of questions to Stripe that are due or running. */
async function countOpen({ services, clock }: TestApp): Promise<number> {
  const open = await services.db.read
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['syncPurchases', 'endSubscriptions', 'endPlan'])
    .where('finished_at', 'is', null)
    .where('run_after', '<=', clock.now)
    .execute()
  return open.length
}

/** Returns the only subscription of a person at Stripe. */
export function subscriptionOf({ stripe }: Shop, sessionId: string) {
  return stripe.account.subscription(stripe.account.session(sessionId).subscription as string)
}
