import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { type PlanId, toSubscription } from '@nestmark/core/plans/planIds'
import { prices } from '@nestmark/core/plans/prices'

/**
 * An object of the library's types as JSON carries it. The types say that amounts with decimals are objects; on the wire
 * they are strings. Optional `deleted?: void` fields are absent.
 */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T

export const newStripeId = (prefix: string) =>
  `${prefix}_${randomBytes(12).toString('base64url').replace(/\W|_/g, 'x')}`
/** Seconds since 1970. */
export const toSeconds = (ms: number) => Math.floor(ms / 1000)

export type WirePrice = Wire<Stripe.Price>
export type WireCustomer = Wire<Stripe.Customer>
export type WireSubscription = Wire<Stripe.Subscription>
export type WireSession = Wire<Stripe.Checkout.Session>
export type WireEvent = Wire<Stripe.EventBase>

/** The amount of a lifetime plan in the tests, in cents. */
const lifetimeAmount = 9900

export function createPrice(id: PlanId, now: number): WirePrice {
  const sold = toSubscription(id)
  const months = sold?.period === 'yearly' ? 12 : 1
  const amount = sold ? prices[sold.plan][sold.currency][sold.period] * 100 * months : lifetimeAmount
  const [product = id] = id.split('-')
  return {
    id: newStripeId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: toSeconds(now),
    currency: sold?.currency === 'INR' ? 'inr' : 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: id,
    metadata: {},
    nickname: null,
    product: `prod_${product}`,
    recurring: sold
      ? {
          interval: sold.period === 'yearly' ? 'year' : 'month',
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: sold ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  } satisfies WirePrice
}

export function createCustomer(
  { email, metadata }: { email: string | null; metadata: Record<string, string> },
  now: number,
): WireCustomer {
  return {
    id: newStripeId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: toSeconds(now),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email,
    invoice_prefix: 'TEST',
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  } satisfies WireCustomer
}

interface NewSubscription {
  customer: string
  price: WirePrice
  metadata: Record<string, string>
  /** Seconds since 1970. */
  trialEnd: number | null
}

export function createSubscription(
  { customer, price, metadata, trialEnd }: NewSubscription,
  now: number,
): WireSubscription {
  const id = newStripeId('sub')
  const start = toSeconds(now)
  const item = createItem(id, price, { start, end: trialEnd ?? addPeriod(start, price) })
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: start,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: newStripeId('in'),
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trialEnd === null ? null : start,
  } satisfies WireSubscription
}

/** Returns the end of a period that begins at a time, in seconds. */
export function addPeriod(start: number, { recurring }: WirePrice): number {
  const date = new Date(start * 1000)
  if (recurring?.interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1)
  else date.setUTCMonth(date.getUTCMonth() + 1)
  return toSeconds(date.getTime())
}

type WireItem = Wire<Stripe.SubscriptionItem>

function createItem(
  subscription: string,
  price: WirePrice,
  { start, end }: { start: number; end: number },
): WireItem {
  return {
    id: newStripeId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: 'plan',
      active: true,
      amount: price.unit_amount,
      amount_decimal: price.unit_amount_decimal,
      billing_scheme: 'per_unit',
      created: price.created,
      currency: price.currency,
      interval: price.recurring?.interval ?? 'month',
      interval_count: 1,
      livemode: false,
      metadata: {},
      meter: null,
      nickname: null,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  } satisfies WireItem
}
