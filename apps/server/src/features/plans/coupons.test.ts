import { getUserData } from '@nestmark/contract/session'
import { cancelPaidSub, country, downgradeSub, redeemCoupon, resumePaidSub } from '@nestmark/contract/plans'
import { createFolder } from '@nestmark/contract/collections'
import { saveNote } from '@nestmark/contract/linkNote'
import { dashboardLinks, getFolderLinks, saveLink } from '@nestmark/contract/links'
import { getFolderPermissions, setFolderPermissions } from '@nestmark/contract/share'
import { sql } from 'kysely'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tableNames } from '../../db/catalog.ts'
import { checkIntegrity } from '../../db/integrity.ts'
import { newId } from '../../db/newId.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type Person, signIn } from '../../testing/people.ts'
import { insertCoupon, listCoupons, setTerms } from './store.ts'

const day = 86_400_000
/** Each word to the command line is a process of its own, which a busy machine starts slowly. */
const slowly = { timeout: 300_000 }
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({ planLimits: true, countryHeader: 'x-country' })
})
beforeEach(async () => {
  ada = await signIn(app, 'ada')
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})

/** The operator's command line, as a process of its own beside the running server. */
async function admin(...words: string[]): Promise<string> {
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
async function coupon(
  code: string,
  more: { days?: number; uses?: number | null; plan?: number; expires_at?: number } = {},
) {
  const { days = null, uses = 1, plan = 2, expires_at = null } = more
  const row = { id: newId(), code, days, uses, plan, expires_at, created_at: app.clock.now }
  await app.services.db.write(tx => insertCoupon(tx, row))
  return code
}
const usedOf = async (code: string) =>
  (await listCoupons(app.services.db.read)).find(each => each.code === code)!.used
const planOf = async ({ call }: Person) => {
  const { plan, plan_expires, next_billing_date, is_cancelled } = await call(getUserData, {})
  return { plan, plan_expires, next_billing_date, is_cancelled }
}
const free = { plan: 1, plan_expires: null, next_billing_date: null, is_cancelled: 0 }
const code = (deed: Promise<unknown>) =>
  deed.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
/** Waits until a job has made the plan what is expected. */
const untilPlan = (person: Person, plan: number) =>
  expect.poll(async () => (await planOf(person)).plan, { timeout: 20_000 }).toBe(plan)

describe('PLAN-03 coupons', () => {
  test(
    'PLAN-03 the operator makes, lists and ends coupons; a code is typed small and redeemed once by a person',
    slowly,
    async () => {
      const made = await admin('coupons', 'create', '--days', '30', '--uses', '2')
      expect(made).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
      const until = app.clock.now + 30 * day
      expect(await ada.call(redeemCoupon, { coupon: `  ${made.toLowerCase()} ` })).toEqual({
        success: 1,
        ...free,
        plan: 2,
        plan_expires: until,
      })
      expect(await planOf(ada)).toEqual({ ...free, plan: 2, plan_expires: until })
      expect(await code(ada.call(redeemCoupon, { coupon: made }))).toBe('coupons.usedByYou')
      expect(await admin('coupons', 'list')).toMatch(new RegExp(`${made} +2 +30 +1 of 2 +- +open`))
      expect(await admin('coupons', 'end', made)).toBe(`${made} has ended.`)
      const rosa = await signIn(app, 'rosa')
      expect(await code(rosa.call(redeemCoupon, { coupon: made }))).toBe('coupons.invalid')
      expect(await planOf(rosa)).toEqual(free)
      // What was redeemed stays.
      expect((await planOf(ada)).plan).toBe(2)
      expect(await admin('coupons', 'list')).toMatch(new RegExp(`${made} .* ended`))
      expect(await admin('coupons', 'end', made)).toContain('There is no coupon')
    },
  )

  test('PLAN-03 empty and unknown codes answer with the exact words, and success 0', async () => {
    const ask = async (coupon: string) => {
      const answer = await fetch(`${app.origin}/api/redeem-coupon`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ coupon }),
      })
      return answer.json()
    }
    expect(await ask(' ')).toMatchObject({
      status: 400,
      message: 'Coupon code is required',
      data: { success: 0 },
    })
    expect(await ask('NO-SUCH-CODE')).toMatchObject({
      status: 400,
      message: 'Invalid Coupon',
      data: { success: 0 },
    })
  })

  test('PLAN-03 a coupon with one use redeemed by ten at once is one', async () => {
    const made = await coupon('RACE-OF-TEN', { days: 7 })
    const ten = await Promise.all(Array.from({ length: 10 }, (_, n) => signIn(app, `racer${n}`)))
    const ends = await Promise.all(ten.map(each => code(each.call(redeemCoupon, { coupon: made }))))
    expect(ends.filter(end => end === 'done')).toHaveLength(1)
    expect(ends.filter(end => end === 'coupons.invalid')).toHaveLength(9)
    const plans = await Promise.all(ten.map(async each => (await planOf(each)).plan))
    expect(plans.filter(plan => plan === 2)).toHaveLength(1)
    expect(await usedOf(made)).toBe(1)
  })

  test('PLAN-03 one person who sends it five times at once uses it once', async () => {
    const made = await coupon('AGAIN', { days: 7, uses: null })
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => code(ada.call(redeemCoupon, { coupon: made }))),
    )
    expect(ends.sort()).toEqual([
      'coupons.usedByYou',
      'coupons.usedByYou',
      'coupons.usedByYou',
      'coupons.usedByYou',
      'done',
    ])
    expect((await planOf(ada)).plan_expires).toBe(app.clock.now + 7 * day)
    expect(await usedOf(made)).toBe(1)
  })

  test(
    'PLAN-03 an expired coupon gives nothing, and one that adds nothing is not used up',
    slowly,
    async () => {
      expect(await admin('coupons', 'create', '--code', 'old-one', '--expires', '2020-01-31')).toBe('OLD-ONE')
      expect(await admin('coupons', 'create', '--code', 'Old-One')).toBe('There is a coupon OLD-ONE already.')
      expect(await code(ada.call(redeemCoupon, { coupon: 'old-one' }))).toBe('coupons.invalid')
      await coupon('BUSINESS', { plan: 6 })
      await coupon('MONTH', { days: 30 })
      await ada.call(redeemCoupon, { coupon: 'business' })
      expect(await planOf(ada)).toEqual({ ...free, plan: 6 })
      expect(await code(ada.call(redeemCoupon, { coupon: 'month' }))).toBe('coupons.notNeeded')
      expect(await usedOf('MONTH')).toBe(0)
      expect(await admin('coupons', 'list')).toMatch(/OLD-ONE .* 2020-01-31 +expired/)
      const rosa = await signIn(app, 'rosa')
      await rosa.call(redeemCoupon, { coupon: 'month' })
      expect((await planOf(rosa)).plan).toBe(2)
    },
  )

  test('PLAN-03 the command line says what is wrong', slowly, async () => {
    expect(await admin('coupons', 'create', '--plan', '1')).toContain('plan 2, 4, 5 or 6')
    expect(await admin('coupons', 'create', '--plan', '4', '--days', '3')).toContain('no end')
    expect(await admin('coupons', 'create', '--days', '0')).toContain('whole number from 1')
    expect(await admin('coupons', 'create', '--expires', '2026-02-31')).toContain('not a day')
    expect(await admin('coupons', 'create', '--code', 'a b')).toContain('4 to 40')
  })

  test('T11 guessing coupons is slowed down', async () => {
    const ends: string[] = []
    for (let n = 0; n < 14; n++) ends.push(await code(ada.call(redeemCoupon, { coupon: `GUESS-${n}` })))
    expect(ends.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 'coupons.invalid'))
    expect(ends.at(-1)).toBe('request.tooMany')
  })
})

describe('PLAN-04 cancel, end and downgrade', () => {
  const setPlan = async (...words: string[]) => {
    const said = await admin('users', 'set-plan', ada.email, ...words)
    expect(said).toContain('is on plan')
  }

  test(
    'PLAN-04 a cancelled plan holds until the day that is paid for, then it is free by itself',
    slowly,
    async () => {
      const due = Date.parse('2031-05-01T00:00:00Z')
      await setPlan('2', '--invoice', '2031-05-01')
      expect(await planOf(ada)).toEqual({ ...free, plan: 2, next_billing_date: due })
      expect(await ada.call(cancelPaidSub, {})).toEqual({
        ...free,
        plan: 2,
        plan_expires: due,
        is_cancelled: 1,
      })
      expect(await code(ada.call(cancelPaidSub, {}))).toBe('plan.noSubscription')
      const before = app.clock.now
      // The session would be over by then.
      await app.services.db.write(tx =>
        tx
          .updateTable('session')
          .set({ expiresAt: due + 9 * day, createdAt: due })
          .where('userId', '=', ada.id)
          .execute(),
      )
      app.clock.now = due - 1000
      app.services.jobs.wake()
      expect((await planOf(ada)).plan).toBe(2)
      app.clock.now = due + 1
      app.services.jobs.wake()
      await untilPlan(ada, 1)
      expect(await planOf(ada)).toEqual(free)
      app.clock.now = before
    },
  )

  test('PLAN-04 a cancel is taken back until the day that is paid for, as often as one likes', async () => {
    const before = app.clock.now
    const due = before + 3 * day
    const paid = { plan: 2, until: due, renews: true, cancelled: false }
    await app.services.db.write(tx => setTerms(tx, ada.id, paid, before))
    expect(await code(ada.call(resumePaidSub, {}))).toBe('plan.notCancelled')
    for (let n = 0; n < 2; n++) {
      await ada.call(cancelPaidSub, {})
      expect(await ada.call(resumePaidSub, {})).toEqual({ ...free, plan: 2, next_billing_date: due })
      expect(await code(ada.call(resumePaidSub, {}))).toBe('plan.notCancelled')
    }
    expect(await planOf(ada)).toEqual({ ...free, plan: 2, next_billing_date: due })
    // The jobs of the cancels find nothing to end; that of somebody who did not change their mind does.
    const rosa = await signIn(app, 'rosa')
    await app.services.db.write(tx => setTerms(tx, rosa.id, paid, before))
    await rosa.call(cancelPaidSub, {})
    app.clock.now = due + 1
    app.services.jobs.wake()
    await untilPlan(rosa, 1)
    expect((await planOf(ada)).plan).toBe(2)
    expect(await code(rosa.call(resumePaidSub, {}))).toBe('plan.notCancelled')
    app.clock.now = before
    // What a coupon gave, and the free plan, were never to be renewed.
    const zoe = await signIn(app, 'zoe')
    await zoe.call(redeemCoupon, { coupon: await coupon('NOT-RENEWED', { days: 3 }) })
    expect(await code(zoe.call(resumePaidSub, {}))).toBe('plan.notCancelled')
  })

  test('PLAN-04 a plan whose end was moved does not end on the old day', async () => {
    await coupon('FIRST', { days: 3 })
    await coupon('SECOND', { days: 4 })
    const before = app.clock.now
    await ada.call(redeemCoupon, { coupon: 'first' })
    await ada.call(redeemCoupon, { coupon: 'second' })
    app.clock.now = before + 3 * day + 1
    // A plan that ends on the same day as the first would: when it has ended, the old day has been worked off.
    const rosa = await signIn(app, 'rosa')
    await coupon('THIRD', { days: 1 })
    await rosa.call(redeemCoupon, { coupon: 'third' })
    app.clock.now = before + 4 * day + 2
    app.services.jobs.wake()
    await untilPlan(rosa, 1)
    expect((await planOf(ada)).plan).toBe(2)
    app.clock.now = before + 7 * day + 1
    app.services.jobs.wake()
    await untilPlan(ada, 1)
    app.clock.now = before
  })

  test(
    'PLAN-04 the operator’s --until ends a plan; a lifetime plan is not given up by a click',
    slowly,
    async () => {
      await setPlan('2', '--until', '2031-05-01')
      expect((await planOf(ada)).plan_expires).toBe(Date.parse('2031-05-01T00:00:00Z'))
      expect(await admin('users', 'set-plan', ada.email, '4', '--until', '2031-05-01')).toContain(
        'Only plan 2',
      )
      await setPlan('5')
      expect(await planOf(ada)).toEqual({ ...free, plan: 5 })
      expect(await code(ada.call(downgradeSub, {}))).toBe('plan.lifetime')
      expect(await code(ada.call(cancelPaidSub, {}))).toBe('plan.noSubscription')
    },
  )

  test(
    'PLAN-04 a downgrade deletes nothing: every row of every table is there afterwards',
    slowly,
    async () => {
      await setPlan('2')
      const rosa = await signIn(app, 'rosa')
      const folder = (await ada.call(createFolder, { name: 'Team' }))._id
      const wish = { folder_id: folder, read: 1 as const, write: 0 as const, enable_sugg: 1 as const }
      await ada.call(setFolderPermissions, { ...wish, read_members: [rosa.id] })
      const link = await ada.call(saveLink, { name: 'Kettle', desc: 'Whistles', category: 4, parent: folder })
      await ada.call(saveNote, { link_id: link._id, note: 'Mine' })
      const { read } = app.services.db
      const rows = async () => {
        const counts: Record<string, number> = {}
        for (const name of await tableNames(read)) {
          const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(read)
          counts[name] = Number(counted.rows[0]!.n)
        }
        return counts
      }
      // The job runner forgets what has ended, which has nothing to do with it.
      const { jobs: _, ...before } = await rows()
      expect(await ada.call(downgradeSub, {})).toEqual(free)
      const { jobs: __, ...after } = await rows()
      expect(after).toEqual(before)
      expect((await ada.call(dashboardLinks, {})).total).toBe(1)
      // Who was let in is still in, and what is given up can be had again.
      expect((await ada.call(getFolderPermissions, { folder_id: folder })).read_members).toHaveLength(1)
      expect((await rosa.call(getFolderLinks, { folder_id: folder })).total).toBe(1)
      await setPlan('2')
      expect((await planOf(ada)).plan).toBe(2)
    },
  )
})

test('PLAN-02 the country is what the header says that the operator trusts, and nothing else', async () => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${app.origin}/api/${country.path}`, { method: 'POST', headers })
    return ((await answer.json()) as { data: { country: string } }).data.country
  }
  expect(await ask({ 'x-country': 'in' })).toBe('IN')
  expect(await ask({ 'x-country': '<b>' })).toBe('')
  expect(await ask({ 'cf-ipcountry': 'IN' })).toBe('')
  expect(await ask({})).toBe('')
})
