import type Stripe from 'stripe'
import { planIds, type PlanId, toPlanId } from '@nestmark/core/plans/planIds'
import type { PaymentsConfig } from '../configuration/paymentsConfig.ts'

/** The operator's account at Stripe. */
export interface PaymentProvider {
  webhookSecret: string
  /** The discount of /early-bird; null without one. */
  earlyBird: { coupon: string } | { promotion_code: string } | null
  /** Loads the library at the first use: it takes longer to load than the rest of the server. */
  open(): Promise<Stripe>
  /** Returns the active prices by their lookup keys, at most five minutes old. */
  readPrices(): Promise<ReadonlyMap<PlanId, Stripe.Price>>
  /** Writes to the server log what the operator should know, each sentence at most once a minute. */
  report(message: string, error?: unknown): void
}

/** How long prices are used again, in milliseconds. */
const pricesMs = 300_000
/** How long a try of one request may take; the library tries three times. */
const timeoutMs = 20_000
/** How long a sentence is not written again, in milliseconds: anybody can send events that are not Stripe's. */
const reportMs = 60_000
/** Stripe accepts at most this many lookup keys at once. */
const maxKeys = 10

/**
 * @param steady milliseconds of a monotonic clock
 * @param write writes to the server log
 */
export function createPaymentProvider(
  config: PaymentsConfig,
  steady: () => number,
  write: PaymentProvider['report'],
): PaymentProvider {
  const reported = new Map<string, number>()
  let client: Promise<Stripe> | undefined
  const open = () => (client ??= load(config))
  let prices: { at: number; found: Promise<ReadonlyMap<PlanId, Stripe.Price>> } | undefined
  return {
    webhookSecret: config.webhookSecret,
    earlyBird: config.earlyBird === null ? null : toDiscount(config.earlyBird),
    open,
    report(message, error) {
      const at = steady()
      if (at - (reported.get(message) ?? -Infinity) < reportMs) return
      reported.set(message, at)
      write(message, error)
    },
    readPrices() {
      if (prices && steady() - prices.at < pricesMs) return prices.found
      const found = open().then(fetchPrices)
      prices = { at: steady(), found }
      found.catch(() => (prices = undefined))
      return found
    },
  }
}

const toDiscount = (id: string) => (id.startsWith('promo_') ? { promotion_code: id } : { coupon: id })

async function load({ secretKey, apiBase }: PaymentsConfig): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}

async function fetchPrices(stripe: Stripe): Promise<ReadonlyMap<PlanId, Stripe.Price>> {
  const found = new Map<PlanId, Stripe.Price>()
  for (let at = 0; at < planIds.length; at += maxKeys) {
    const keys = planIds.slice(at, at + maxKeys)
    for await (const price of stripe.prices.list({ lookup_keys: keys, active: true, limit: 100 })) {
      const id = toPlanId(price.lookup_key)
      if (id) found.set(id, price)
    }
  }
  return found
}
