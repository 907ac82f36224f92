import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { flag, nothing, time } from './shapes.ts'

/** A person's plan and its duration. */
export const planState = z.object({
  plan: z.number(),
  /** When the next invoice is due; null when none is. */
  next_billing_date: z.nullable(time),
  /** When the plan ends without renewal; null when it is unlimited or renewed. */
  plan_expires: z.nullable(time),
  /** 1: the person cancelled it. It remains valid until `plan_expires`. */
  is_cancelled: flag,
})
export type PlanState = z.output<typeof planState>

export const redeemCoupon = operation({
  path: 'redeem-coupon',
  keyScope: 'none',
  summary: 'Redeems a coupon for its plan, once. A code without effect returns `success` 0.',
  access: 'account',
  cost: 'coupon',
  input: z.object({ coupon: z.string().check(z.maxLength(100)) }),
  output: z.object({ success: z.literal(1), ...planState.shape }),
  errors: ['coupons.required', 'coupons.invalid', 'coupons.usedByYou', 'coupons.notNeeded'],
  touches: ['profile', 'suggestions'],
})

export const cancelPaidSubscription = operation({
  path: 'cancel-paid-sub',
  keyScope: 'none',
  summary: 'Cancels the paid plan: no further invoice is sent, and the plan ends on the last paid day.',
  access: 'account',
  input: nothing,
  output: planState,
  errors: ['plan.noSubscription'],
  touches: ['profile', 'suggestions'],
})

export const resumePaidSubscription = operation({
  path: 'resume-paid-sub',
  keyScope: 'none',
  summary: 'Revokes a cancellation until the last paid day; the plan is then renewed as before.',
  access: 'account',
  input: nothing,
  output: planState,
  errors: ['plan.notCancelled'],
  touches: ['profile', 'suggestions'],
})

export const downgradeSubscription = operation({
  path: 'downgrade-sub',
  keyScope: 'none',
  summary: 'Switches to the free plan immediately. Nothing is deleted.',
  access: 'account',
  input: nothing,
  output: planState,
  errors: ['plan.lifetime'],
  touches: ['profile', 'suggestions'],
})

export const getCountry = operation({
  path: 'country',
  keyScope: 'ignored',
  summary:
    "Returns the caller's two-letter country code from the header that the operator trusts (COUNTRY_HEADER); empty without one.",
  access: 'anyone',
  input: nothing,
  output: z.object({ country: z.string() }),
})
