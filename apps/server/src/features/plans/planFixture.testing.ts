import { getUserData } from '@nestmark/contract/session'
import { expect } from 'vitest'
import { newId } from '../../db/newId.ts'
import { admin as runAdmin } from '../../test/support/admin.ts'
import type { TestApp } from '../../test/support/app.ts'
import type { Person } from '../../test/support/people.ts'
import { insertCoupon, listCoupons } from './store.ts'

export const day = 86_400_000

/** Runs the operator's command line while the server runs; returns its output, or its error. */
export async function admin(app: TestApp, ...words: string[]): Promise<string> {
  const { code, out, error } = await runAdmin(app.services.config, ...words)
  return (code === 0 ? out : error).trim()
}
/** Creates a coupon like the command line, without the time to start a process. */
export async function coupon(
  app: TestApp,
  code: string,
  more: { days?: number; uses?: number | null; plan?: number; expires_at?: number } = {},
) {
  const { days = null, uses = 1, plan = 2, expires_at = null } = more
  const row = { id: newId(), code, days, uses, plan, expires_at, created_at: app.clock.now }
  await app.services.db.write(tx => insertCoupon(tx, row))
  return code
}
/** Returns how often a coupon was redeemed. */
export const countRedemptions = async (app: TestApp, code: string) =>
  (await listCoupons(app.services.db.read)).find(each => each.code === code)!.used
/** Returns a person's plan. */
export const readPlan = async ({ call }: Person) => {
  const { plan, plan_expires, next_billing_date, is_cancelled, is_overdue } = await call(getUserData, {})
  return { plan, plan_expires, next_billing_date, is_cancelled, is_overdue }
}
/** The plan fields of a person on the free plan. */
export const free = { plan: 1, plan_expires: null, next_billing_date: null, is_cancelled: 0, is_overdue: 0 }
/** Waits until a job has set the expected plan. */
export const untilPlan = (person: Person, plan: number) =>
  expect.poll(async () => (await readPlan(person)).plan).toBe(plan)
