import { getCountry, redeemCoupon } from '@nestmark/contract/plans'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { toOutcome, type Person, signIn } from '../../test/support/people.ts'
import { admin, coupon, day, free, readPlan, countRedemptions } from './planFixture.testing.ts'

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

describe('PLAN-03 coupons', () => {
  test('PLAN-03 the operator creates, lists and ends coupons; a code ignores case and works once per person', async () => {
    const made = await admin(app, 'coupons', 'create', '--days', '30', '--uses', '2')
    expect(made).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    const until = app.clock.now + 30 * day
    expect(await ada.call(redeemCoupon, { coupon: `  ${made.toLowerCase()} ` })).toEqual({
      success: 1,
      ...free,
      plan: 2,
      plan_expires: until,
    })
    expect(await readPlan(ada)).toEqual({ ...free, plan: 2, plan_expires: until })
    expect(await toOutcome(ada.call(redeemCoupon, { coupon: made }))).toBe('coupons.usedByYou')
    expect(await admin(app, 'coupons', 'list')).toMatch(new RegExp(`${made} +2 +30 +1 of 2 +- +open`))
    expect(await admin(app, 'coupons', 'end', made)).toBe(`${made} has ended.`)
    const rosa = await signIn(app, 'rosa')
    expect(await toOutcome(rosa.call(redeemCoupon, { coupon: made }))).toBe('coupons.invalid')
    expect(await readPlan(rosa)).toEqual(free)
    // A redeemed plan stays.
    expect((await readPlan(ada)).plan).toBe(2)
    expect(await admin(app, 'coupons', 'list')).toMatch(new RegExp(`${made} .* ended`))
    expect(await admin(app, 'coupons', 'end', made)).toContain('There is no coupon')
  })

  test('PLAN-03 empty and unknown codes respond with the exact messages, and success 0', async () => {
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

  test('PLAN-03 redeems a coupon with one use only once in ten concurrent calls', async () => {
    const made = await coupon(app, 'RACE-OF-TEN', { days: 7 })
    const ten = await Promise.all(Array.from({ length: 10 }, (_, n) => signIn(app, `racer${n}`)))
    const ends = await Promise.all(ten.map(each => toOutcome(each.call(redeemCoupon, { coupon: made }))))
    expect(ends.filter(end => end === 'done')).toHaveLength(1)
    expect(ends.filter(end => end === 'coupons.invalid')).toHaveLength(9)
    const plans = await Promise.all(ten.map(async each => (await readPlan(each)).plan))
    expect(plans.filter(plan => plan === 2)).toHaveLength(1)
    expect(await countRedemptions(app, made)).toBe(1)
  })

  test('PLAN-03 five concurrent calls of one person use it once', async () => {
    const made = await coupon(app, 'AGAIN', { days: 7, uses: null })
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => toOutcome(ada.call(redeemCoupon, { coupon: made }))),
    )
    expect(ends.sort()).toEqual([
      'coupons.usedByYou',
      'coupons.usedByYou',
      'coupons.usedByYou',
      'coupons.usedByYou',
      'done',
    ])
    expect((await readPlan(ada)).plan_expires).toBe(app.clock.now + 7 * day)
    expect(await countRedemptions(app, made)).toBe(1)
  })

  test('PLAN-03 rejects an expired coupon, and does not use up one without an effect', async () => {
    expect(await admin(app, 'coupons', 'create', '--code', 'old-one', '--expires', '2020-01-31')).toBe(
      'OLD-ONE',
    )
    expect(await admin(app, 'coupons', 'create', '--code', 'Old-One')).toBe(
      'There is a coupon OLD-ONE already.',
    )
    expect(await toOutcome(ada.call(redeemCoupon, { coupon: 'old-one' }))).toBe('coupons.invalid')
    await coupon(app, 'BUSINESS', { plan: 6 })
    await coupon(app, 'MONTH', { days: 30 })
    await ada.call(redeemCoupon, { coupon: 'business' })
    expect(await readPlan(ada)).toEqual({ ...free, plan: 6 })
    expect(await toOutcome(ada.call(redeemCoupon, { coupon: 'month' }))).toBe('coupons.notNeeded')
    expect(await countRedemptions(app, 'MONTH')).toBe(0)
    expect(await admin(app, 'coupons', 'list')).toMatch(/OLD-ONE .* 2020-01-31 +expired/)
    const rosa = await signIn(app, 'rosa')
    await rosa.call(redeemCoupon, { coupon: 'month' })
    expect((await readPlan(rosa)).plan).toBe(2)
  })

  test('PLAN-03 the command line reports errors', async () => {
    expect(await admin(app, 'coupons', 'create', '--plan', '1')).toContain('plan 2, 3, 4, 5 or 6')
    expect(await admin(app, 'coupons', 'create', '--plan', '4', '--days', '3')).toContain('no end')
    expect(await admin(app, 'coupons', 'create', '--days', '0')).toContain('whole number from 1')
    expect(await admin(app, 'coupons', 'create', '--expires', '2026-02-31')).toContain('not a day')
    expect(await admin(app, 'coupons', 'create', '--code', 'a b')).toContain('4 to 40')
  })

  test('T11 rate-limits coupon guesses', async () => {
    const ends: string[] = []
    for (let n = 0; n < 14; n++) ends.push(await toOutcome(ada.call(redeemCoupon, { coupon: `GUESS-${n}` })))
    expect(ends.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 'coupons.invalid'))
    expect(ends.at(-1)).toBe('request.tooMany')
  })
})

test('PLAN-02 reads the country only from the header that the operator trusts', async () => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${app.origin}/api/${getCountry.path}`, { method: 'POST', headers })
    return ((await answer.json()) as { data: { country: string } }).data.country
  }
  expect(await ask({ 'x-country': 'in' })).toBe('IN')
  expect(await ask({ 'x-country': '<b>' })).toBe('')
  expect(await ask({ 'cf-ipcountry': 'IN' })).toBe('')
  expect(await ask({})).toBe('')
})
