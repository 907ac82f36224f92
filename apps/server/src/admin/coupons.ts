import { normalizeCouponCode, generateCouponCode } from '@nestmark/core/plans/planTerms'
import { toPlan } from '@nestmark/core/plans/plans'
import { randomBytes } from 'node:crypto'
import { isDuplicate } from '../db/dialect.ts'
import { newId } from '../db/newId.ts'
import { type Coupon, endCoupon, insertCoupon, listCoupons } from '../features/plans/store.ts'
import { type AdminCommand, AdminError } from './command.ts'
import { parseDay, parsePlanName } from './users.ts'

/** Coupons: codes with which people get a plan themselves. */
export const couponCommands: readonly AdminCommand[] = [
  {
    name: 'coupons create',
    summary:
      'Creates a coupon and shows its code. By default it grants plan 2 (--plan) without an end (--days), can be redeemed once (--uses), and does not expire (--expires).',
    options: { plan: 'N', days: 'DAYS', uses: 'N|any', expires: 'YYYY-MM-DD', code: 'CODE' },
    async run({ open, print }, { plan, days, uses, expires, code }) {
      const wanted = parsePlanName(plan ?? '2')
      if (!toPlan(wanted).paid) throw new AdminError('A coupon grants plan 2, 3, 4, 5 or 6.')
      if (days !== undefined && toPlan(wanted).lifetime)
        throw new AdminError('A lifetime plan has no end: omit --days.')
      const coupon = {
        id: newId(),
        code: code === undefined ? generateCouponCode(bytes => randomBytes(bytes)) : asCode(code),
        plan: wanted,
        days: days === undefined ? null : asCount('--days', days, 10_000),
        uses: uses === 'any' ? null : asCount('--uses', uses ?? '1', 1_000_000),
        expires_at: parseDay(expires),
        created_at: Date.now(),
      }
      const db = await open()
      try {
        await db.write(tx => insertCoupon(tx, coupon))
      } catch (error) {
        if (isDuplicate(error)) throw new AdminError(`There is a coupon ${coupon.code} already.`)
        throw error
      }
      print(coupon.code)
    },
  },
  {
    name: 'coupons list',
    summary: 'Lists every coupon with its plan and its number of uses.',
    async run({ open, print }) {
      const coupons = await listCoupons((await open()).read)
      const width = Math.max(4, ...coupons.map(({ code }) => code.length))
      print(`${'CODE'.padEnd(width)}  PLAN  DAYS   USED         EXPIRES     STATE`)
      const now = Date.now()
      for (const coupon of coupons) print(formatCoupon(coupon, width, now))
      print(coupons.length === 1 ? '1 coupon' : `${coupons.length} coupons`)
    },
  },
  {
    name: 'coupons end',
    summary: 'Ends a coupon: it can no longer be redeemed. People who redeemed it keep the plan.',
    parameters: ['CODE'],
    async run({ open, print }, { CODE = '' }) {
      const code = normalizeCouponCode(CODE)
      const db = await open()
      if (!(await db.write(tx => endCoupon(tx, code, Date.now()))))
        throw new AdminError(`There is no coupon ${code} that could be ended.`)
      print(`${code} has ended.`)
    },
  },
]

function formatCoupon(
  { code, plan, days, uses, used, expires_at, ended_at }: Coupon,
  width: number,
  now: number,
) {
  const state =
    ended_at !== null
      ? 'ended'
      : expires_at !== null && expires_at <= now
        ? 'expired'
        : uses !== null && used >= uses
          ? 'used up'
          : 'open'
  const day = expires_at === null ? '-' : new Date(expires_at).toISOString().slice(0, 10)
  const cells = [
    code.padEnd(width),
    String(plan).padEnd(4),
    String(days ?? 'good').padEnd(5),
    `${used} of ${uses ?? 'any'}`.padEnd(11),
    day.padEnd(10),
    state,
  ]
  return cells.join('  ')
}

function asCode(text: string): string {
  const code = normalizeCouponCode(text)
  if (!/^[\p{L}\p{N}_-]{4,40}$/u.test(code))
    throw new AdminError('A code has 4 to 40 letters, digits, hyphens or underscores.')
  return code
}

function asCount(option: string, text: string, max: number): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw new AdminError(`${option} is a whole number from 1 to ${max}.`)
  return count
}
