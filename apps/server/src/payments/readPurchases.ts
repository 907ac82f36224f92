import type Stripe from 'stripe'
import type { BilledSubscription, Purchases } from '@nestmark/core/plans/billingTerms'
import { type PlanId, toCodeOfId, toPlanId } from '@nestmark/core/plans/planIds'
import type { PlanCode } from '@nestmark/core/plans/plans'
import type { PaymentProvider } from './provider.ts'

/** A subscription with the ids that changes of it need. */
export interface ProviderSubscription extends BilledSubscription {
  id: string
  itemId: string
  priceId: string
  /** The last invoice. */
  invoiceId: string | null
  /** True when it ends by `cancel_at_period_end`, false when by a date. */
  endsWithPeriod: boolean
}

export type ProviderPurchases = Purchases<ProviderSubscription>

/**
 * Reads everything that a customer has bought. The answer describes the present, whatever events arrived before.
 * @throws the library's errors, 'resource_missing' for a customer of another account
 */
export async function readPurchases(
  { open, readPrices }: PaymentProvider,
  customerId: string,
): Promise<ProviderPurchases> {
  const stripe = await open()
  const prices = await readPrices()
  const customer = await stripe.customers.retrieve(requireId(customerId))
  if (customer.deleted) return { subscriptions: [], lifetimes: [], refunded: [] }
  const subscriptions: ProviderSubscription[] = []
  for await (const each of stripe.subscriptions.list({ customer: customerId, limit: 100 })) {
    const known = toSubscription(each, prices)
    if (known) subscriptions.push(known)
  }
  const lifetimes: PlanCode[] = []
  const refunded: PlanCode[] = []
  const sessions = stripe.checkout.sessions.list({
    customer: customerId,
    status: 'complete',
    limit: 100,
    expand: ['data.line_items', 'data.payment_intent.latest_charge'],
  })
  for await (const session of sessions) {
    const plan = session.mode === 'payment' ? toLifetime(session, prices) : undefined
    if (plan) (isRefunded(session) ? refunded : lifetimes).push(plan)
  }
  return { subscriptions, lifetimes, refunded: refunded.filter(plan => !lifetimes.includes(plan)) }
}

/**
 * Returns an id that is not empty: with an empty one the library calls another address, such as that of the list.
 * @throws Error
 */
export function requireId(id: string): string {
  if (!/^\w+$/.test(id)) throw new Error('An id of the payment provider is missing.')
  return id
}

const toMs = (seconds: number) => seconds * 1000

function toSubscription(
  {
    id,
    status,
    items,
    cancel_at: at,
    cancel_at_period_end: ends,
    metadata,
    latest_invoice,
  }: Stripe.Subscription,
  prices: ReadonlyMap<PlanId, Stripe.Price>,
): ProviderSubscription | undefined {
  for (const item of items.data) {
    const plan = toPlanCode(item.price, prices, metadata)
    if (plan === undefined) continue
    const until = toMs(item.current_period_end)
    return {
      id,
      itemId: item.id,
      priceId: item.price.id,
      invoiceId: typeof latest_invoice === 'string' ? latest_invoice : (latest_invoice?.id ?? null),
      plan,
      status,
      from: toMs(item.current_period_start),
      until,
      // A newer mode of billing sets only the date.
      endsAt: at === null ? (ends ? until : null) : toMs(at),
      endsWithPeriod: ends,
    }
  }
  return undefined
}

/**
 * Returns the plan of a price. A price that the operator has replaced has lost its lookup key to the new one: then its
 * product is that of the new price, and the session of the purchase named the plan.
 */
function toPlanCode(
  price: Pick<Stripe.Price, 'lookup_key' | 'product'> | null,
  prices: ReadonlyMap<PlanId, Stripe.Price>,
  metadata: Stripe.Metadata | null,
): PlanCode | undefined {
  const productId = (each: typeof price) =>
    typeof each?.product === 'string' ? each.product : each?.product.id
  const byProduct = [...prices].find(([, each]) => productId(each) === productId(price))?.[0]
  const id = toPlanId(price?.lookup_key) ?? byProduct ?? toPlanId(metadata?.plan)
  return id && toCodeOfId(id)
}

function toLifetime(
  { payment_status: status, line_items: lines, metadata }: Stripe.Checkout.Session,
  prices: ReadonlyMap<PlanId, Stripe.Price>,
): PlanCode | undefined {
  // Some ways of payment take days: then the session is complete and 'unpaid' until they have succeeded.
  if (status !== 'paid' && status !== 'no_payment_required') return undefined
  return toPlanCode(lines?.data[0]?.price ?? null, prices, metadata)
}

/** Returns whether the entire payment was returned. */
function isRefunded({ payment_intent: payment }: Stripe.Checkout.Session): boolean {
  const charge = typeof payment === 'object' ? payment?.latest_charge : null
  return typeof charge === 'object' && charge?.refunded === true
}
