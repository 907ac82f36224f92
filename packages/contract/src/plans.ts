import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { flag, nothing, time } from './shapes.ts'

/** A person's plan, and how long it lasts. */
export const planState = z.object({
  plan: z.number(),
  /** When the next invoice is due; null when none is. */
  next_billing_date: z.nullable(time),
  /** When the plan ends by itself; null when it lasts or is renewed. */
  plan_expires: z.nullable(time),
  /** 1: its person cancelled it. It holds until `plan_expires`. */
  is_cancelled: flag,
})
export type PlanState = z.output<typeof planState>

export const redeemCoupon = operation({
  path: 'redeem-coupon',
  summary: 'Gives the caller the plan of a coupon, once. A code that gives nothing answers `success` 0.',
  access: 'account',
  cost: 'coupon',
  input: z.object({ coupon: z.string().check(z.maxLength(100)) }),
  output: z.object({ success: z.literal(1), ...planState.shape }),
  errors: ['coupons.required', 'coupons.invalid', 'coupons.usedByYou', 'coupons.notNeeded'],
  touches: ['profile', 'suggestions'],
})

export const cancelPaidSub = operation({
  path: 'cancel-paid-sub',
  summary: 'Cancels the paid plan: no invoice follows, and it ends by itself on the day that is paid for.',
  access: 'account',
  input: nothing,
  output: planState,
  errors: ['plan.noSubscription'],
  touches: ['profile', 'suggestions'],
})

export const resumePaidSub = operation({
  path: 'resume-paid-sub',
  summary: 'Takes a cancel back, until the day that is paid for: the plan is renewed then as before.',
  access: 'account',
  input: nothing,
  output: planState,
  errors: ['plan.notCancelled'],
  touches: ['profile', 'suggestions'],
})

export const downgradeSub = operation({
  path: 'downgrade-sub',
  summary: 'Goes back to the free plan at once. Nothing is deleted.',
  access: 'account',
  input: nothing,
  output: planState,
  errors: ['plan.lifetime'],
  touches: ['profile', 'suggestions'],
})

export const country = operation({
  path: 'country',
  summary:
    'The two letters of the country a call comes from, as the header says that the operator trusts (COUNTRY_HEADER); empty without one.',
  access: 'anyone',
  input: nothing,
  output: z.object({ country: z.string() }),
})
