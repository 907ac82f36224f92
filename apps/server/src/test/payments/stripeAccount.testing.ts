import { planIds, type PlanId } from '@nestmark/core/plans/planIds'
import {
  addPeriod,
  createPrice,
  createSubscription,
  newStripeId,
  toSeconds,
  type WireCustomer,
  type WirePrice,
  type WireSession,
  type WireSubscription,
} from './stripeObjects.testing.ts'
import { createPayment, type WirePayment } from './stripeSession.testing.ts'

/** Reports a change, as Stripe does by an event. */
type Emit = (type: string, object: object) => void

/**
 * The state of an account at Stripe, and what customers and time do to it. Each change is reported with the state of its
 * object at that moment.
 */
export class StripeAccount {
  readonly prices: Map<PlanId, WirePrice>
  readonly customers = new Map<string, WireCustomer | { id: string; object: 'customer'; deleted: true }>()
  readonly subscriptions = new Map<string, WireSubscription>()
  readonly sessions = new Map<string, WireSession & { lines: WirePrice; payment: WirePayment | null }>()
  /** The per cent that coupons and promotion codes take off, by their ids. */
  readonly discounts = new Map<string, number>()
  readonly now: () => number
  readonly emit: Emit

  constructor(now: () => number, emit: Emit) {
    this.now = now
    this.emit = emit
    this.prices = new Map(planIds.map(id => [id, createPrice(id, now())]))
  }

  /** The person pays at the page of a session. `later`: by a way that takes days. */
  pay(sessionId: string, { later = false } = {}): void {
    const session = this.session(sessionId)
    if (session.status !== 'open') throw new Error('The session is not open.')
    session.status = 'complete'
    session.url = null
    if (session.mode === 'payment') {
      session.payment = createPayment(session.customer as string)
      session.payment_intent = session.payment.id
      session.payment_status = later ? 'unpaid' : 'paid'
    } else {
      const trialEnd = session.metadata?.test_trial_end
      const subscription = createSubscription(
        {
          customer: session.customer as string,
          price: session.lines,
          metadata: { plan: session.metadata?.plan ?? '' },
          trialEnd: trialEnd ? Number(trialEnd) : null,
        },
        this.now(),
      )
      this.subscriptions.set(subscription.id, subscription)
      session.subscription = subscription.id
      session.payment_status = 'paid'
      this.emit('customer.subscription.created', subscription)
      this.emitInvoice('invoice.paid', subscription)
    }
    this.emit('checkout.session.completed', withoutParts(session))
  }

  /** A payment that takes days has arrived. */
  settle(sessionId: string): void {
    const session = this.session(sessionId)
    session.payment_status = 'paid'
    this.emit('checkout.session.async_payment_succeeded', withoutParts(session))
  }

  refund(sessionId: string): void {
    const { payment, customer } = this.session(sessionId)
    if (!payment) throw new Error('Nothing was paid.')
    payment.latest_charge.refunded = true
    this.emit('charge.refunded', { id: payment.latest_charge.id, object: 'charge', customer, refunded: true })
  }

  /** The next period begins, and its invoice is paid or not. */
  renew(subscriptionId: string, { paid }: { paid: boolean }): void {
    const subscription = this.subscription(subscriptionId)
    const item = this.item(subscription)
    const start = item.current_period_end
    Object.assign(item, { current_period_start: start, current_period_end: addPeriod(start, item.price) })
    subscription.latest_invoice = newStripeId('in')
    subscription.status = paid ? 'active' : 'past_due'
    this.emitInvoice(paid ? 'invoice.paid' : 'invoice.payment_failed', subscription)
    this.emit('customer.subscription.updated', subscription)
  }

  /** The person pays the failed invoice. */
  recover(subscriptionId: string): void {
    const subscription = this.subscription(subscriptionId)
    subscription.status = 'active'
    this.emitInvoice('invoice.paid', subscription)
    this.emit('customer.subscription.updated', subscription)
  }

  /** A try to collect the failed invoice fails again. */
  failAgain(subscriptionId: string): void {
    this.emitInvoice('invoice.payment_failed', this.subscription(subscriptionId))
  }

  change(subscriptionId: string, changes: Partial<WireSubscription>): WireSubscription {
    const subscription = this.subscription(subscriptionId)
    Object.assign(subscription, changes)
    this.emit('customer.subscription.updated', subscription)
    return subscription
  }

  /** Another price, as the person chooses on Stripe's page. */
  changePrice(subscriptionId: string, id: PlanId): void {
    const subscription = this.subscription(subscriptionId)
    this.item(subscription).price = this.price(id)
    this.emit('customer.subscription.updated', subscription)
  }

  end(subscriptionId: string): WireSubscription {
    const subscription = this.subscription(subscriptionId)
    Object.assign(subscription, { status: 'canceled', ended_at: toSeconds(this.now()) })
    this.emit('customer.subscription.deleted', subscription)
    return subscription
  }

  /** The operator gives a lookup key to a new price, and the old price loses it. */
  replacePrice(id: PlanId): void {
    this.price(id).lookup_key = null
    this.price(id).active = false
    this.prices.set(id, createPrice(id, this.now()))
  }

  deleteCustomer(id: string): void {
    for (const subscription of this.subscriptions.values())
      if (subscription.customer === id && subscription.status !== 'canceled') this.end(subscription.id)
    this.customers.set(id, { id, object: 'customer', deleted: true })
    this.emit('customer.deleted', { id, object: 'customer' })
  }

  price(id: PlanId): WirePrice {
    return found(this.prices.get(id))
  }

  session(id: string) {
    return found(this.sessions.get(id))
  }

  subscription(id: string): WireSubscription {
    return found(this.subscriptions.get(id))
  }

  /** Returns the only item of a subscription. */
  item({ items }: WireSubscription) {
    return found(items.data[0])
  }

  private emitInvoice(
    type: string,
    { customer, latest_invoice: id, id: subscription }: WireSubscription,
  ): void {
    this.emit(type, {
      id,
      object: 'invoice',
      customer,
      status: type === 'invoice.paid' ? 'paid' : 'open',
      parent: { type: 'subscription_details', subscription_details: { subscription } },
    })
  }
}

/** Returns a session as it is in an event: without what must be expanded. */
export function withoutParts(whole: ReturnType<StripeAccount['session']>): WireSession {
  const { lines: _, payment: __, ...session } = whole
  return session
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is no such object.')
  return value
}
