import { Stripe } from 'stripe'
import type { PlanId } from '@nestmark/core/plans/planIds'
import type { PaymentsConfig } from '../../configuration/paymentsConfig.ts'
import { StripeAccount, withoutParts } from './stripeAccount.testing.ts'
import { at, entries, type Form } from './stripeForm.testing.ts'
import { createCustomer, newStripeId, toSeconds, type WireEvent } from './stripeObjects.testing.ts'
import {
  type StripeAnswer,
  type StripeCall,
  type StripeServer,
  startStripeServer,
  toFailure,
} from './stripeServer.testing.ts'
import { createLine, createPortalSession, createSession } from './stripeSession.testing.ts'

/** How an event is delivered. */
interface Delivery {
  /** The secret that signs it. */
  secret?: string
  /** When it is signed, in milliseconds since 1970. */
  signedAt?: number
  /** Changes the bytes after the signature. */
  tamper?: (body: string) => string
}

/** Stripe on the loopback interface: the parts of the API that are used, its pages, and its events. */
export interface FakeStripe {
  config: PaymentsConfig
  account: StripeAccount
  server: StripeServer
  /** The events so far, in the order of their changes. */
  events: WireEvent[]
  /** Posts an event to the app, signed by the real library; returns the status. */
  deliver(app: { origin: string }, event: WireEvent, delivery?: Delivery): Promise<number>
  /** Takes all events that were not taken before. */
  takeEvents(): WireEvent[]
  close(): Promise<void>
}

const secretKey = 'sk_test_nestmark'
const webhookSecret = 'whsec_nestmark'

/** @param now milliseconds since 1970 */
export async function startFakeStripe(now: () => number): Promise<FakeStripe> {
  const events: WireEvent[] = []
  let taken = 0
  const account = new StripeAccount(now, (type, object) => {
    events.push({
      id: newStripeId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: toSeconds(now()),
      data: { object: structuredClone(object) } as WireEvent['data'],
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type: type as WireEvent['type'],
    } satisfies WireEvent)
  })
  const server = await startStripeServer({
    secretKey,
    version: Stripe.API_VERSION,
    answer: call => answerCall(account, call, server.origin),
    page: (path, method) => showPage(account, path, method),
  })
  return {
    config: { secretKey, webhookSecret, earlyBird: 'EARLY30', apiBase: server.origin },
    account,
    server,
    events,
    takeEvents: () => events.slice(taken, (taken = events.length)),
    async deliver({ origin }, event, { secret = webhookSecret, signedAt = now(), tamper } = {}) {
      const payload = JSON.stringify(event)
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: toSeconds(signedAt),
      })
      const response = await fetch(`${origin}/api/stripe-events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body: tamper ? tamper(payload) : payload,
      })
      await response.arrayBuffer()
      return response.status
    },
    close: () => server.close(),
  }
}

const missing = (id: string | undefined) =>
  toFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${id}'`,
  })

/** Returns a page of a list, the newest first, in the form of Stripe's lists. */
function list<T extends { id: string }>(all: readonly T[], form: Form, url: string): StripeAnswer {
  const after = all.findIndex(each => each.id === at(form, 'starting_after')) + 1
  const limit = Number(at(form, 'limit') ?? 10)
  const data = all.slice(after, after + limit)
  return { status: 200, body: { object: 'list', data, has_more: all.length > after + limit, url } }
}

/** The calls that the server makes; any other one is refused. */
function answerCall(account: StripeAccount, call: StripeCall, origin: string): StripeAnswer {
  const { method, path, form } = call
  const [, kind = '', id, verb] =
    /^\/v1\/(prices|customers|subscriptions|checkout\/sessions|billing_portal\/sessions)(?:\/(\w+))?(?:\/(\w+))?$/.exec(
      path,
    ) ?? []
  const route = `${method} ${kind}${id === undefined ? '' : '/{id}'}${verb === undefined ? '' : `/${verb}`}`
  const answer = {
    'GET prices': () => listPrices(account, form, path),
    'POST customers': () => {
      const made = createCustomer(
        { email: at(form, 'email') ?? null, metadata: entries(form, 'metadata') },
        account.now(),
      )
      account.customers.set(made.id, made)
      return { status: 200, body: made }
    },
    'GET customers/{id}': () => {
      const customer = account.customers.get(id ?? '')
      return customer ? { status: 200, body: customer } : missing(id)
    },
    'GET subscriptions': () => {
      const customer = at(form, 'customer')
      if (!account.customers.has(customer ?? '')) return missing(customer)
      const all = [...account.subscriptions.values()].filter(
        each => each.customer === customer && each.status !== 'canceled',
      )
      return list(all.toReversed(), form, path)
    },
    'POST subscriptions/{id}': () => updateSubscription(account, id ?? '', form),
    'DELETE subscriptions/{id}': () => {
      const subscription = account.subscriptions.get(id ?? '')
      if (!subscription || subscription.status === 'canceled') return missing(id)
      return { status: 200, body: account.end(subscription.id) }
    },
    'GET checkout/sessions': () => listSessions(account, form, path),
    'POST checkout/sessions': () => createCheckout(account, form, origin),
    'POST checkout/sessions/{id}/expire': () => {
      const session = account.session(id ?? '')
      Object.assign(session, { status: 'expired', url: null })
      return { status: 200, body: withoutParts(session) }
    },
    'POST billing_portal/sessions': () => {
      const customer = at(form, 'customer') ?? ''
      if (!account.customers.has(customer)) return missing(customer)
      const made = {
        customer,
        returnUrl: at(form, 'return_url') ?? '',
        flow: at(form, 'flow_data', 'type') ?? null,
      }
      const price = at(form, 'flow_data', 'subscription_update_confirm', 'items', '0', 'price')
      const subscription = at(form, 'flow_data', 'subscription_update_confirm', 'subscription')
      const target = price && subscription ? `?${new URLSearchParams({ price, subscription })}` : ''
      const address = `${origin}/portal/${customer}${target}`
      return { status: 200, body: createPortalSession(made, address, account.now()) }
    },
  }[route]
  return (
    answer?.() ??
    toFailure(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${path}).` })
  )
}

function listPrices({ prices }: StripeAccount, form: Form, path: string): StripeAnswer {
  const keys = Object.values(entries(form, 'lookup_keys'))
  if (keys.length > 10)
    return toFailure(400, {
      type: 'invalid_request_error',
      message: 'At most 10 lookup keys.',
      param: 'lookup_keys',
    })
  const wanted = [...prices.values()].filter(each => each.active && keys.includes(each.lookup_key ?? ''))
  return list(wanted, form, path)
}

function updateSubscription(account: StripeAccount, id: string, form: Form): StripeAnswer {
  const subscription = account.subscriptions.get(id)
  if (!subscription || subscription.status === 'canceled') return missing(id)
  const ends = at(form, 'cancel_at_period_end')
  const cancelAt = at(form, 'cancel_at')
  const changed = account.change(id, {
    ...(ends !== undefined && { cancel_at_period_end: ends === 'true' }),
    ...(cancelAt !== undefined && { cancel_at: cancelAt === '' ? null : Number(cancelAt) }),
  })
  return { status: 200, body: changed }
}

function listSessions(account: StripeAccount, form: Form, path: string): StripeAnswer {
  const [customer, status] = [at(form, 'customer'), at(form, 'status')]
  const expanded = Object.values(entries(form, 'expand'))
  const all = [...account.sessions.values()].filter(
    each => each.customer === customer && (status === undefined || each.status === status),
  )
  const shown = all.toReversed().map(session => ({
    ...withoutParts(session),
    ...(expanded.includes('data.line_items') && {
      line_items: {
        object: 'list',
        data: [createLine(session.lines)],
        has_more: false,
        url: `${path}/line_items`,
      },
    }),
    ...(expanded.includes('data.payment_intent.latest_charge') && { payment_intent: session.payment }),
  }))
  return list(shown, form, path)
}

/** Returns the per cent that a discount takes off, or a failure. */
function readDiscount(account: StripeAccount, form: Form): number | StripeAnswer {
  const coupon = at(form, 'discounts', '0', 'coupon')
  const code = at(form, 'discounts', '0', 'promotion_code')
  if (coupon === undefined && code === undefined) return 0
  if (form.allow_promotion_codes !== undefined)
    return toFailure(400, {
      type: 'invalid_request_error',
      message: 'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      param: 'allow_promotion_codes',
    })
  const known = account.discounts.get(coupon ?? code ?? '')
  if (known !== undefined && code?.startsWith('promo_') !== false) return known
  return toFailure(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such coupon: '${coupon ?? code}'`,
    param: `discounts[0][${coupon === undefined ? 'promotion_code' : 'coupon'}]`,
  })
}

function createCheckout(account: StripeAccount, form: Form, origin: string): StripeAnswer {
  const price = [...account.prices.values()].find(each => each.id === at(form, 'line_items', '0', 'price'))
  const mode = at(form, 'mode')
  const customer = at(form, 'customer') ?? ''
  if (!price || !account.customers.has(customer)) return missing(customer)
  if (mode !== (price.type === 'recurring' ? 'subscription' : 'payment'))
    return toFailure(400, { type: 'invalid_request_error', message: 'The mode does not fit the price.' })
  const discount = readDiscount(account, form)
  if (typeof discount === 'object') return discount
  const trialEnd = at(form, 'subscription_data', 'trial_end')
  const session = createSession(
    {
      customer,
      mode,
      metadata: { ...entries(form, 'metadata'), ...(trialEnd && { test_trial_end: trialEnd }) },
      reference: at(form, 'client_reference_id') ?? null,
      successUrl: at(form, 'success_url') ?? null,
      cancelUrl: at(form, 'cancel_url') ?? null,
      allowsCodes: at(form, 'allow_promotion_codes') === 'true',
      percentOff: discount,
      price,
      toUrl: id => `${origin}/pay/${id}`,
    },
    account.now(),
  )
  account.sessions.set(session.id, { ...session, lines: price, payment: null })
  return { status: 200, body: session }
}

/** Shows the page at which a person pays. */
function showPage(account: StripeAccount, path: string, method: string) {
  const [, page, id = ''] = /^\/(pay|portal)\/(\w+)$/.exec(path) ?? []
  if (page === 'portal') return { html: `<h1>Payments of ${id}</h1>` }
  const session = account.sessions.get(id)
  if (page !== 'pay' || !session) return undefined
  if (method === 'POST') {
    account.pay(id)
    return { location: session.success_url ?? '/' }
  }
  const plan = session.lines.lookup_key as PlanId
  return {
    html: `<h1>Pay for ${plan}</h1><form method="post"><button>Pay ${(session.amount_total ?? 0) / 100}</button></form>
      <a href="${session.cancel_url}">Back</a>`,
  }
}
