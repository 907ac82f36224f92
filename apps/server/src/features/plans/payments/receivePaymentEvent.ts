import type Stripe from 'stripe'
import { refuse } from '../../../access/refuse.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import type { Services } from '../../../services.ts'
import { findPersonOfCustomer, recordEvent } from './customerStore.ts'
import { queueSync } from './syncPurchases.job.ts'

/** The events that can change what a person has bought; docs/billing.md lists them for the operator. */
const paymentEvents: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
]

/** What became of an event. */
export type EventResult = 'queued' | 'repeated' | 'unknownCustomer' | 'ignored'

/**
 * Receives an event of the provider: verifies it, records its id, and queues a question about the purchases of its
 * customer. Nothing else of its content is used: it may be old, and may have the shape of another version of the API.
 * @param body the bytes as they arrived, which the signature is of
 * @throws Refused 'payments.signature'
 */
export async function receivePaymentEvent(
  { db, now, payments, jobs }: Pick<Services, 'db' | 'now' | 'payments' | 'jobs'>,
  { body, signature }: { body: Buffer; signature: string | undefined },
): Promise<EventResult> {
  if (!payments) return refuse('payments.off')
  const stripe = await payments.open()
  const event = verify(stripe, payments, { body, signature, now: now() })
  const { id, type, api_version: version } = event
  const customerId = paymentEvents.includes(type) ? toCustomerId(event) : undefined
  const result = await db.write(async (tx): Promise<EventResult> => {
    if (!(await recordEvent(tx, { id, type, createdAt: event.created * 1000, now: now() }))) return 'repeated'
    if (customerId === undefined) return 'ignored'
    const personId = await findPersonOfCustomer(tx, customerId)
    if (personId === undefined) return 'unknownCustomer'
    await queueSync(tx, personId, now())
    return 'queued'
  })
  if (result === 'queued') jobs.wake()
  report(payments, { type, version, result, expected: (stripe.constructor as typeof Stripe).API_VERSION })
  return result
}

/** Logs for the operator what can be set up better. */
function report(
  provider: PaymentProvider,
  {
    type,
    version,
    result,
    expected,
  }: { type: string; version: string | null; result: EventResult; expected: string },
): void {
  if (version !== expected)
    provider.report(
      `a payment event (${type}) has the API version ${version}, not ${expected}; it was read again`,
    )
  if (result === 'unknownCustomer')
    provider.report(
      `a payment event (${type}) is about a customer without an account here; nothing was changed`,
    )
}

function verify(
  stripe: Stripe,
  provider: PaymentProvider,
  given: { body: Buffer; signature: string | undefined; now: number },
): Stripe.Event {
  const { body, signature = '', now } = given
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(body, signature, provider.webhookSecret, undefined, undefined, now)
  } catch {
    provider.report(
      'a payment event has no valid signature: it is not from Stripe, or STRIPE_WEBHOOK_SECRET is that of another endpoint',
    )
    return refuse('payments.signature')
  }
  // The library passes on whatever JSON is signed, also a thin event, whose object is elsewhere.
  const { id, type, created, data } = event as Partial<Stripe.Event>
  const isEvent = typeof id === 'string' && typeof type === 'string' && typeof created === 'number'
  return isEvent && typeof data?.object === 'object' && data.object !== null
    ? event
    : refuse('payments.signature')
}

/** Returns the customer whose purchases an event is about; all versions of the API name it alike. */
function toCustomerId({ data }: Stripe.Event): string | undefined {
  const { object, id, customer } = data.object as { object?: string; id?: string; customer?: unknown }
  if (object === 'customer') return id
  const named = typeof customer === 'object' ? (customer as { id?: unknown } | null)?.id : customer
  return typeof named === 'string' ? named : undefined
}
