import { createCheckout } from '@nestmark/contract/plans'
import { graceMs } from '@nestmark/core/plans/billingTerms'
import { type PlanId, planIds, subscriptionIds, toCodeOfId, toPlanId } from '@nestmark/core/plans/planIds'
import { expect } from 'vitest'
import type { WireEvent } from '../../../test/payments/stripeObjects.testing.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { free } from '../planFixture.testing.ts'
import type { Shop } from './paymentsFixture.testing.ts'
import { readTerms } from '../store.ts'

const day = 86_400_000

/** Returns the next of a fixed row of numbers, from 0 to 1 (mulberry32). */
type Random = () => number

function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What a person did, and what they may use after it: recorded by the test, from the actions alone. */
interface Buyer {
  person: Person
  plan: number
  /** The subscription that runs, and the sessions of paid lifetime plans, the largest last. */
  subscription: string | null
  lifetimes: { session: string; plan: number }[]
  ends: boolean
  /** When a failed payment ends the plan. */
  graceEnd: number | null
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

/**
 * Lets people buy, cancel, pay late and get refunds for a month, while Stripe's events arrive in random order, late and
 * repeated. Then every person has the plan that follows from what they did.
 */
export async function runMonth(
  shop: Shop,
  { people, seed }: { people: number; seed: number },
): Promise<void> {
  const random = createRandom(seed)
  const { app, stripe } = shop
  const start = app.clock.now
  const buyers: Buyer[] = []
  for (let n = 0; n < people; n++) {
    const person = await signIn(app, `buyer${n}`)
    buyers.push({ person, plan: 1, subscription: null, lifetimes: [], ends: false, graceEnd: null })
  }
  // Their sessions last longer than the month.
  const lasting = { expiresAt: start + 900 * day, createdAt: start + 30 * day }
  await app.services.db.write(tx => tx.updateTable('session').set(lasting).execute())
  const waiting: WireEvent[] = []
  for (let today = 1; today <= 30; today++) {
    app.clock.now = start + today * day
    await inLanes(buyers, buyer => live(shop, buyer, random))
    for (const event of stripe.takeEvents())
      for (let copies = 1 + Math.floor(random() * 2); copies > 0; copies--) waiting.push(event)
    shuffle(waiting, random)
    // A third arrives today, the rest later.
    await inLanes(waiting.splice(0, Math.ceil(waiting.length / 3)), event => post(shop, event, random))
    if (today % 5 === 0) await shop.settled()
  }
  await inLanes(waiting, event => post(shop, event, random))
  await shop.settled()
  for (const buyer of buyers) endGrace(buyer, app.clock.now)
  for (const { person, ...expected } of buyers) {
    const terms = await readTerms(app.services.db.read, person.id)
    const seen = { seed, person: person.email, plan: terms?.plan, overdue: terms?.overdue ?? false }
    expect(seen).toEqual({ ...seen, plan: expected.plan, overdue: expected.graceEnd !== null })
    if (expected.subscription !== null && expected.graceEnd === null && expected.plan < 4)
      expect({ ...seen, ends: terms?.cancelled }).toEqual({ ...seen, ends: expected.ends })
    if (expected.plan === free.plan) expect(terms?.until).toBeNull()
  }
  app.clock.now = start
}

async function post({ app, stripe }: Shop, event: WireEvent, random: Random): Promise<void> {
  const version = random() < 0.1 ? { api_version: '2020-08-27' } : {}
  expect(await stripe.deliver(app, { ...event, ...version })).toBe(200)
}

/** Lets a person do something that is possible in their state, on a fifth of the days. */
async function live(shop: Shop, buyer: Buyer, random: Random): Promise<void> {
  const { account } = shop.stripe
  // The limits on calls are those of one address.
  const now = (shop.app.clock.now += 1000)
  endGrace(buyer, now)
  if (random() > 0.2) return
  const { subscription } = buyer
  const actions: (() => void | Promise<void>)[] = []
  if (subscription === null) {
    if (buyer.lifetimes.length === 0) actions.push(() => buy(shop, buyer, pick(random, subscriptionIds)))
    else actions.push(() => refund(shop, buyer))
  } else if (buyer.graceEnd !== null) {
    actions.push(() => {
      account.recover(subscription)
      buyer.graceEnd = null
    })
    actions.push(() => account.failAgain(subscription))
  } else {
    actions.push(() => end(shop, buyer))
    actions.push(() => {
      buyer.ends = !buyer.ends
      account.change(subscription, { cancel_at_period_end: buyer.ends })
    })
    const id = pick(random, subscriptionIds)
    actions.push(() => {
      account.changePrice(subscription, id)
      buyer.plan = toCodeOfId(id)
    })
    if (!buyer.ends)
      actions.push(() => {
        account.renew(subscription, { paid: false })
        // The next period begins in the future of the month: as if it were today.
        const item = account.item(account.subscription(subscription))
        item.current_period_start = Math.floor(now / 1000)
        buyer.graceEnd = item.current_period_start * 1000 + graceMs
      })
  }
  if (subscription === null && buyer.lifetimes.length === 0)
    actions.push(() => buy(shop, buyer, pick(random, planIds.slice(subscriptionIds.length))))
  await pick(random, actions)()
}

/** A subscription that was not paid for two weeks gives nothing, and the person buys a new one. */
function endGrace(buyer: Buyer, now: number): void {
  if (buyer.graceEnd === null || buyer.graceEnd > now) return
  Object.assign(buyer, { plan: 1, subscription: null, graceEnd: null, ends: false })
}

async function buy(shop: Shop, buyer: Buyer, plan: PlanId): Promise<void> {
  const { account } = shop.stripe
  const { url } = await buyer.person.call(createCheckout, { plan })
  const session = url.split('/').at(-1)!
  account.pay(session)
  buyer.plan = toCodeOfId(plan)
  if (account.session(session).mode === 'payment') buyer.lifetimes.push({ session, plan: buyer.plan })
  else buyer.subscription = account.session(session).subscription as string
  expect(toPlanId(account.session(session).lines.lookup_key)).toBe(plan)
}

function refund({ stripe }: Shop, buyer: Buyer): void {
  stripe.account.refund(buyer.lifetimes.pop()!.session)
  buyer.plan = buyer.lifetimes.at(-1)?.plan ?? 1
}

function end({ stripe }: Shop, buyer: Buyer): void {
  stripe.account.end(buyer.subscription!)
  Object.assign(buyer, { plan: 1, subscription: null, ends: false })
}

function shuffle(list: unknown[], random: Random): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other], list[at]]
  }
}

/** Does work for all items, eight at a time. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}
