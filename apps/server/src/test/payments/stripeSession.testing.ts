import type Stripe from 'stripe'
import {
  newStripeId,
  toSeconds,
  type Wire,
  type WirePrice,
  type WireSession,
} from './stripeObjects.testing.ts'

interface NewSession {
  customer: string
  mode: 'payment' | 'subscription'
  metadata: Record<string, string>
  reference: string | null
  successUrl: string | null
  cancelUrl: string | null
  allowsCodes: boolean
  percentOff: number
  price: WirePrice
  /** The address of the page at which the person pays. */
  toUrl: (id: string) => string
}

type WireLine = Wire<Stripe.LineItem>

export function createLine(price: WirePrice): WireLine {
  const amount = price.unit_amount ?? 0
  return {
    id: newStripeId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: null,
    metadata: {},
    price,
    quantity: 1,
  } satisfies WireLine
}

export function createSession(made: NewSession, now: number): WireSession {
  const id = newStripeId('cs_test')
  const amount = made.price.unit_amount ?? 0
  const off = Math.round((amount * made.percentOff) / 100)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: made.allowsCodes,
    allowed_payment_method_types: null,
    amount_subtotal: made.price.unit_amount,
    amount_total: amount - off,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: made.cancelUrl,
    client_reference_id: made.reference,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: toSeconds(now),
    currency: made.price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: made.customer,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: toSeconds(now) + 86_400,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: made.metadata,
    mode: made.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: made.successUrl,
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
    ui_mode: null,
    url: made.toUrl(id),
    wallet_options: null,
  } satisfies WireSession
}

/** The parts of a payment that the server reads, when it asks for the payment in the list of sessions. */
type WirePayment = Pick<Wire<Stripe.PaymentIntent>, 'id' | 'object' | 'status'> & {
  latest_charge: Pick<Wire<Stripe.Charge>, 'id' | 'object' | 'refunded' | 'customer' | 'paid'>
}

/** A payment in one amount, as it is expanded. */
export function createPayment(customer: string): WirePayment {
  return {
    id: newStripeId('pi'),
    object: 'payment_intent',
    status: 'succeeded',
    latest_charge: { id: newStripeId('ch'), object: 'charge', refunded: false, paid: true, customer },
  } satisfies WirePayment
}
export type { WirePayment }

export function createPortalSession(
  { customer, returnUrl, flow }: { customer: string; returnUrl: string; flow: string | null },
  url: string,
  now: number,
) {
  return {
    id: newStripeId('bps'),
    object: 'billing_portal.session',
    configuration: 'bpc_test',
    created: toSeconds(now),
    customer,
    customer_account: null,
    // The server reads the address alone.
    flow: flow === null ? null : ({ type: flow } as Wire<Stripe.BillingPortal.Session>['flow']),
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url,
  } satisfies Wire<Stripe.BillingPortal.Session>
}
