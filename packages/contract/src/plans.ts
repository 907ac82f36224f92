import * as z from 'zod/mini'
import { planIds } from '@nestmark/core/plans/planIds'
import { operation } from './operation.ts'
import { flag, time } from './shapes.ts'

/** A person's plan and its duration. */
export const planState = z.object({
  plan: z.number(),
  /** When the next invoice is due; null when none is. */
  next_billing_date: z.nullable(time),
  /** When the plan ends without renewal; null when it is unlimited or renewed. */
  plan_expires: z.nullable(time),
  /** 1: the person cancelled it. It remains valid until `plan_expires`. */
  is_cancelled: flag,
  /** 1: the last payment failed, and the plan ends at `plan_expires` unless it is made. */
  is_overdue: flag,
})
export type PlanState = z.output<typeof planState>

export const redeemCoupon = operation({
  path: 'redeem-coupon',
  summary: 'Redeems a coupon for its plan, once. A code without effect returns `success` 0.',
  access: 'account',
  cost: 'coupon',
  input: z.object({ coupon: z.string().check(z.maxLength(100)) }),
  output: z.object({ success: z.literal(1), ...planState.shape }),
  errors: [
    'coupons.required',
    'coupons.invalid',
    'coupons.usedByYou',
    'coupons.notNeeded',
    'coupons.subscribed',
  ],
  touches: ['profile', 'suggestions'],
})

export const cancelPaidSubscription = operation({
  path: 'cancel-paid-sub',
  summary: 'Cancels the paid plan: no further invoice is sent, and the plan ends on the last paid day.',
  access: 'account',
  output: planState,
  errors: ['plan.noSubscription', 'payments.off', 'payments.unavailable'],
  touches: ['profile', 'suggestions'],
})

export const resumePaidSubscription = operation({
  path: 'resume-paid-sub',
  summary: 'Revokes a cancellation until the last paid day; the plan is then renewed as before.',
  access: 'account',
  output: planState,
  errors: ['plan.notCancelled', 'payments.off', 'payments.unavailable'],
  touches: ['profile', 'suggestions'],
})

export const downgradeSubscription = operation({
  path: 'downgrade-sub',
  summary: 'Switches to the free plan immediately. Nothing is deleted.',
  access: 'account',
  output: planState,
  errors: ['plan.lifetime', 'payments.off', 'payments.unavailable'],
  touches: ['profile', 'suggestions'],
})

/** A price as the payment provider has it. */
export const planPrice = z.object({
  id: z.enum(planIds),
  /** ISO 4217, in lower case. */
  currency: z.string(),
  /** In the smallest unit of the currency, such as cents, for the whole period. */
  amount: z.number(),
  /** null for a single payment. */
  period: z.nullable(z.enum(['month', 'year'])),
})
export type PlanPrice = z.output<typeof planPrice>

export const listPrices = operation({
  path: 'list-prices',
  summary: 'Returns the plans that this server sells, with the prices of the payment provider.',
  access: 'account',
  output: z.object({
    prices: z.array(planPrice),
    /** True when the person has bought something, and can open the provider's page about it. */
    has_payments: z.boolean(),
    /** True when `create-checkout` knows the discount of the offer `early-bird`. */
    early_bird: z.boolean(),
  }),
  errors: ['payments.off', 'payments.unavailable'],
})

/** An address of the payment provider, for a browser. */
const providerPage = z.object({ url: z.string() })

export const createCheckout = operation({
  path: 'create-checkout',
  summary:
    'Returns the address at which the person pays for a plan. With a subscription, it is the page that confirms the change of plan. The offer `early-bird` takes the discount of /early-bird off the yearly Pro plan, where the operator has one.',
  access: 'account',
  cost: 'coupon',
  input: z.object({
    plan: z.enum(planIds, { error: 'payments.unknownPrice' }),
    offer: z.optional(z.literal('early-bird')),
  }),
  output: providerPage,
  errors: [
    'payments.off',
    'payments.unknownPrice',
    'payments.owned',
    'payments.offerEnded',
    'payments.unavailable',
    'plan.lifetime',
  ],
})

export const openPaymentPortal = operation({
  path: 'open-payment-portal',
  summary:
    "Returns the address of the payment provider's page with the person's card, invoices and subscription.",
  access: 'account',
  cost: 'coupon',
  output: providerPage,
  errors: ['payments.off', 'payments.none', 'payments.unavailable'],
})

export const refreshPlan = operation({
  path: 'refresh-plan',
  summary:
    'Asks the payment provider what the person has bought, and returns the plan: after a payment, without waiting for its event.',
  access: 'account',
  cost: 'coupon',
  output: planState,
  errors: ['payments.off', 'payments.unavailable'],
  touches: ['profile', 'suggestions'],
})

export const getCountry = operation({
  path: 'country',
  summary:
    "Returns the caller's two-letter country code from the header that the operator trusts (COUNTRY_HEADER); empty without one.",
  access: 'anyone',
  output: z.object({ country: z.string() }),
})
