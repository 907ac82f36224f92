import {
  cancelPaidSubscription,
  downgradeSubscription,
  redeemCoupon,
  resumePaidSubscription,
} from '@nestmark/contract/plans'
import { createCollection } from '@nestmark/contract/collections'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { listDashboardLinks, listCollectionLinks, saveLink } from '@nestmark/contract/links/links'
import { getPermissions, setPermissions } from '@nestmark/contract/sharing/share'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readTableNames } from '../../db/catalog.ts'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { toOutcome, type Person, signIn } from '../../test/support/people.ts'
import { setTerms } from './store.ts'
import { admin, coupon, day, free, readPlan, untilPlan } from './planFixture.testing.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({ planLimits: true })
})
beforeEach(async () => {
  ada = await signIn(app, 'ada')
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})

describe('PLAN-04 cancel, end and downgrade', () => {
  const setPlan = async (...words: string[]) => {
    const output = await admin(app, 'users', 'set-plan', ada.email, ...words)
    expect(output).toContain('is on plan')
  }

  test('PLAN-04 a cancelled plan lasts until the last paid day, then becomes free automatically', async () => {
    const due = Date.parse('2031-05-01T00:00:00Z')
    await setPlan('2', '--invoice', '2031-05-01')
    expect(await readPlan(ada)).toEqual({ ...free, plan: 2, next_billing_date: due })
    expect(await ada.call(cancelPaidSubscription, {})).toEqual({
      ...free,
      plan: 2,
      plan_expires: due,
      is_cancelled: 1,
    })
    expect(await toOutcome(ada.call(cancelPaidSubscription, {}))).toBe('plan.noSubscription')
    const before = app.clock.now
    // The session would have expired by then.
    await app.services.db.write(tx =>
      tx
        .updateTable('session')
        .set({ expiresAt: due + 9 * day, createdAt: due })
        .where('userId', '=', ada.id)
        .execute(),
    )
    app.clock.now = due - 1000
    app.services.jobs.wake()
    expect((await readPlan(ada)).plan).toBe(2)
    app.clock.now = due + 1
    app.services.jobs.wake()
    await untilPlan(ada, 1)
    expect(await readPlan(ada)).toEqual(free)
    app.clock.now = before
  })

  test('PLAN-04 the user can revert a cancellation until the last paid day, any number of times', async () => {
    const before = app.clock.now
    const due = before + 3 * day
    const paid = { plan: 2, until: due, renews: true, cancelled: false }
    await app.services.db.write(tx => setTerms(tx, ada.id, paid, before))
    expect(await toOutcome(ada.call(resumePaidSubscription, {}))).toBe('plan.notCancelled')
    for (let n = 0; n < 2; n++) {
      await ada.call(cancelPaidSubscription, {})
      expect(await ada.call(resumePaidSubscription, {})).toEqual({ ...free, plan: 2, next_billing_date: due })
      expect(await toOutcome(ada.call(resumePaidSubscription, {}))).toBe('plan.notCancelled')
    }
    expect(await readPlan(ada)).toEqual({ ...free, plan: 2, next_billing_date: due })
    // The jobs of reverted cancellations find nothing to end; the job of a remaining one does.
    const rosa = await signIn(app, 'rosa')
    await app.services.db.write(tx => setTerms(tx, rosa.id, paid, before))
    await rosa.call(cancelPaidSubscription, {})
    app.clock.now = due + 1
    app.services.jobs.wake()
    await untilPlan(rosa, 1)
    expect((await readPlan(ada)).plan).toBe(2)
    expect(await toOutcome(rosa.call(resumePaidSubscription, {}))).toBe('plan.notCancelled')
    app.clock.now = before
    // A coupon's plan, and the free plan, do not renew.
    const zoe = await signIn(app, 'zoe')
    await zoe.call(redeemCoupon, { coupon: await coupon(app, 'NOT-RENEWED', { days: 3 }) })
    expect(await toOutcome(zoe.call(resumePaidSubscription, {}))).toBe('plan.notCancelled')
  })

  test('PLAN-04 a plan whose end moved does not end on the old day', async () => {
    await coupon(app, 'FIRST', { days: 3 })
    await coupon(app, 'SECOND', { days: 4 })
    const before = app.clock.now
    await ada.call(redeemCoupon, { coupon: 'first' })
    await ada.call(redeemCoupon, { coupon: 'second' })
    app.clock.now = before + 3 * day + 1
    // A plan that ends on the original day: when it has ended, the jobs of that day have run.
    const rosa = await signIn(app, 'rosa')
    await coupon(app, 'THIRD', { days: 1 })
    await rosa.call(redeemCoupon, { coupon: 'third' })
    app.clock.now = before + 4 * day + 2
    app.services.jobs.wake()
    await untilPlan(rosa, 1)
    expect((await readPlan(ada)).plan).toBe(2)
    app.clock.now = before + 7 * day + 1
    app.services.jobs.wake()
    await untilPlan(ada, 1)
    app.clock.now = before
  })

  test('PLAN-04 the operator’s --until ends a plan; a click does not cancel a lifetime plan', async () => {
    await setPlan('2', '--until', '2031-05-01')
    expect((await readPlan(ada)).plan_expires).toBe(Date.parse('2031-05-01T00:00:00Z'))
    expect(await admin(app, 'users', 'set-plan', ada.email, '4', '--until', '2031-05-01')).toContain(
      'Only plans 2 and 3',
    )
    await setPlan('5')
    expect(await readPlan(ada)).toEqual({ ...free, plan: 5 })
    expect(await toOutcome(ada.call(downgradeSubscription, {}))).toBe('plan.lifetime')
    expect(await toOutcome(ada.call(cancelPaidSubscription, {}))).toBe('plan.noSubscription')
  })

  test('PLAN-04 a downgrade deletes nothing: every row of every table remains', async () => {
    await setPlan('2')
    const rosa = await signIn(app, 'rosa')
    const folder = (await ada.call(createCollection, { name: 'Team' }))._id
    const wish = { folder_id: folder, read: 1 as const, write: 0 as const, enable_sugg: 1 as const }
    await ada.call(setPermissions, { ...wish, read_members: [rosa.id] })
    const link = await ada.call(saveLink, { name: 'Kettle', desc: 'Whistles', category: 4, parent: folder })
    await ada.call(saveNote, { link_id: link._id, note: 'Mine' })
    const { read } = app.services.db
    const rows = async () => {
      const counts: Record<string, number> = {}
      for (const name of await readTableNames(read)) {
        const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(read)
        counts[name] = Number(counted.rows[0]!.n)
      }
      return counts
    }
    // The job runner deletes finished jobs, which is unrelated.
    const { jobs: _, ...before } = await rows()
    expect(await ada.call(downgradeSubscription, {})).toEqual(free)
    const { jobs: __, ...after } = await rows()
    expect(after).toEqual(before)
    expect((await ada.call(listDashboardLinks, {})).total).toBe(1)
    // Members stay members, and the plan can be set again.
    expect((await ada.call(getPermissions, { folder_id: folder })).read_members).toHaveLength(1)
    expect((await rosa.call(listCollectionLinks, { folder_id: folder })).total).toBe(1)
    await setPlan('2')
    expect((await readPlan(ada)).plan).toBe(2)
  })
})
