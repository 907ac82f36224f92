import * as contract from '@nestmark/contract/plans'
import { isLive } from '@nestmark/core/plans/billingTerms'
import { earlyBirdIds, toCodeOfId } from '@nestmark/core/plans/planIds'
import { toPlan } from '@nestmark/core/plans/plans'
import type { PlanTerms } from '@nestmark/core/plans/planTerms'
import type Stripe from 'stripe'
import { createHash } from 'node:crypto'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { type ProviderPurchases, requireId } from '../../../payments/readPurchases.ts'
import type { CallWith } from '../../../services.ts'
import { atProvider, isMissing, settingsAddress } from './atProvider.ts'
import { findCustomer, putCustomer } from './customerStore.ts'
import type { Call } from '../../../calls/call.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { findUser } from '../../session/userStore.ts'
import { type Synced, syncPurchases } from './syncPurchases.ts'
import { findCountry } from '../../../calls/findCountry.ts'

/** The earliest end of a free period that Stripe accepts, in milliseconds from now. */
const minFreeMs = 48 * 3_600_000

/**
 * Opens a page of the provider at which the person pays. The person's purchases are read first: nobody pays twice for
 * what they have, and an existing subscription is changed instead.
 */
export const createCheckout = action(
  contract.createCheckout,
  async (call: CallWith<'payments'>, { plan: id, offer }) => {
    const { actor, services } = call
    return atProvider(services, async provider => {
      const price = (await provider.readPrices()).get(id) ?? refuse('payments.unknownPrice')
      const stripe = await provider.open()
      const { customerId, purchases, terms } = await ensureCustomer(call, provider)
      const had = terms ?? refuse('session.expired')
      const wanted = toPlan(toCodeOfId(id))
      if (toPlan(had.plan).lifetime && !(wanted.lifetime && wanted.code > had.plan))
        refuse(had.plan === wanted.code ? 'payments.owned' : 'plan.lifetime')
      const now = services.now()
      const subscription = purchases.subscriptions.find(each => isLive(each, now))
      if (subscription && !wanted.lifetime) {
        if (subscription.priceId === price.id) refuse('payments.owned')
        const { url } = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: settingsAddress(services),
          flow_data: {
            type: 'subscription_update_confirm',
            subscription_update_confirm: {
              subscription: requireId(subscription.id),
              items: [{ id: requireId(subscription.itemId), price: price.id, quantity: 1 }],
            },
            after_completion: {
              type: 'redirect',
              redirect: { return_url: settingsAddress(services, 'paid') },
            },
          },
        })
        return { url }
      }
      await expireOpenSessions(stripe, customerId)
      await endUnpaid(stripe, purchases, now)
      const metadata = { account: actor.personId, plan: id }
      const discount = offer === 'early-bird' && earlyBirdIds.includes(id) ? provider.earlyBird : null
      const common = {
        customer: customerId,
        client_reference_id: actor.personId,
        line_items: [{ price: price.id, quantity: 1 }],
        metadata,
        // Stripe accepts only one of both.
        ...(discount ? { discounts: [discount] } : { allow_promotion_codes: true }),
        success_url: settingsAddress(services, 'paid'),
        cancel_url: settingsAddress(services),
      } satisfies Partial<Stripe.Checkout.SessionCreateParams>
      const bought = (await findCustomer(services.db.read, actor.personId))?.bought === 1
      const opening = stripe.checkout.sessions.create(
        wanted.lifetime
          ? {
              ...common,
              mode: 'payment',
              payment_intent_data: { metadata },
              invoice_creation: { enabled: true },
            }
          : {
              ...common,
              mode: 'subscription',
              subscription_data: { metadata, ...(!bought && toFreePeriod(had, wanted.code, now)) },
            },
        call.idempotencyKey === null
          ? undefined
          : { idempotencyKey: `checkout-${actor.personId}-${call.idempotencyKey}` },
      )
      const session = await opening.catch((error: unknown) => {
        if (!(error as { param?: string }).param?.startsWith('discounts')) throw error
        provider.report('the discount of STRIPE_EARLY_BIRD is not valid', error)
        return refuse('payments.offerEnded')
      })
      return { url: session.url ?? refuse('payments.unavailable') }
    })
  },
)

/** Days that a coupon has given of the same plan come first: the first invoice is due at their end. */
function toFreePeriod(had: PlanTerms, code: number, now: number): { trial_end?: number } {
  if (had.plan !== code || had.until === null || had.until < now + minFreeMs) return {}
  return { trial_end: Math.floor(had.until / 1000) }
}

/** Ends subscriptions that were not paid in time: a payment for them, later, would be for a second one. */
async function endUnpaid(stripe: Stripe, { subscriptions }: ProviderPurchases, now: number): Promise<void> {
  const unpaid = subscriptions.filter(
    each => !isLive(each, now) && ['past_due', 'unpaid'].includes(each.status),
  )
  for (const { id } of unpaid) await stripe.subscriptions.cancel(requireId(id))
}

/** Closes payment pages in other tabs, at which the person could pay a second time. */
async function expireOpenSessions(stripe: Stripe, customerId: string): Promise<void> {
  for await (const { id } of stripe.checkout.sessions.list({
    customer: customerId,
    status: 'open',
    limit: 100,
  }))
    await stripe.checkout.sessions.expire(requireId(id))
}

/** Returns the caller's purchases; makes the caller a customer of the provider first. */
async function ensureCustomer({ actor, services }: Call, provider: PaymentProvider): Promise<Synced> {
  const { personId } = actor
  const known = await syncKnown()
  if (known) return known
  const { db, now } = services
  const user = (await findUser(db.read, personId)) ?? refuse('session.expired')
  const stripe = await provider.open()
  // The same key for the same customer: two calls at once make one.
  const attempt = createHash('sha256')
    .update(`${personId} ${user.email} ${known === null}`)
    .digest('hex')
  const { id } = await stripe.customers.create(
    { email: user.email, metadata: { account: personId } },
    { idempotencyKey: `customer-${attempt}` },
  )
  await db.write(tx => putCustomer(tx, { personId, customerId: id, now: now() }))
  return (await syncPurchases(services, provider, personId)) ?? refuse('session.expired')

  /** @returns undefined for no customer, null for one that the provider does not know: one of another account */
  async function syncKnown(): Promise<Synced | undefined | null> {
    try {
      return await syncPurchases(services, provider, personId)
    } catch (error) {
      if (!isMissing(error)) throw error
      return null
    }
  }
}

/** Returns the plans on sale with their prices: those with a fixed amount, once or for a month or a year. */
export const listPrices = action(contract.listPrices, async ({ actor, services }: CallWith<'payments'>) => {
  return atProvider(services, async provider => {
    const found = await provider.readPrices()
    return {
      prices: [...found].flatMap(([id, price]) => {
        const { currency, unit_amount: amount } = price
        const period = toPeriod(price)
        return amount === null || period === undefined ? [] : [{ id, currency, amount, period }]
      }),
      early_bird: provider.earlyBird !== null,
      has_payments: (await findCustomer(services.db.read, actor.personId)) !== undefined,
    }
  })
})

/** @returns null for a single payment, undefined for a period that the page has no words for */
function toPeriod({ recurring }: Stripe.Price): 'month' | 'year' | null | undefined {
  if (recurring === null) return null
  const { interval, interval_count: count } = recurring
  if (count !== 1) return undefined
  return interval === 'month' ? 'month' : interval === 'year' ? 'year' : undefined
}

/** Returns the caller's country, as the operator's proxy reports it, otherwise by the table of network addresses. */
export const getCountry = action(contract.getCountry, async ({ country, ip }) => ({
  country: country || (await findCountry(ip)),
}))
