import { getUserData } from '@nestmark/contract/session'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { newId } from '../../db/newId.ts'
import type { TestApp } from '../../testing/app.ts'
import type { Person } from '../../testing/people.ts'
import { insertCoupon, listCoupons } from './store.ts'

export const day = 86_400_000
/** Each word to the command line is a process of its own, which a busy machine starts slowly. */
export const slowly = { timeout: 300_000 }

/** The operator's command line, as a process of its own beside the running server. */
export async function admin(app: TestApp, ...words: string[]): Promise<string> {
  const { dataDir, databaseUrl } = app.services.config
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  const file = join(import.meta.dirname, '../../admin.ts')
  const done = await promisify(execFile)(process.execPath, [file, ...words], { env }).catch(
    (failure: { stderr: string }) => ({ stdout: failure.stderr }),
  )
  return done.stdout.trim()
}
/** Keeps a coupon as the command line does, without the time of a process. */
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
/** How often a coupon was redeemed. */
export const usedOf = async (app: TestApp, code: string) =>
  (await listCoupons(app.services.db.read)).find(each => each.code === code)!.used
/** What a person has of a plan. */
export const planOf = async ({ call }: Person) => {
  const { plan, plan_expires, next_billing_date, is_cancelled } = await call(getUserData, {})
  return { plan, plan_expires, next_billing_date, is_cancelled }
}
/** What they have of none. */
export const free = { plan: 1, plan_expires: null, next_billing_date: null, is_cancelled: 0 }
/** Waits until a job has made the plan what is expected. */
export const untilPlan = (person: Person, plan: number) =>
  expect.poll(async () => (await planOf(person)).plan, { timeout: 20_000 }).toBe(plan)
