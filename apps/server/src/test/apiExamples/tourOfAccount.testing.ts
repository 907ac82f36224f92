import * as accounts from '@nestmark/contract/accounts'
import * as plans from '@nestmark/contract/plans'
import * as session from '@nestmark/contract/session'
import { setPassword } from '../../features/accounts/signIn/registerUser.ts'
import { insertCoupon, setTerms } from '../../features/plans/store.ts'
import { insertCode } from '../../features/session/sessionStore.ts'
import { hashToken } from '../../access/tokens.ts'
import type { TestApp } from '../support/app.ts'
import { signIn } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'

/** Calls the operations of account and plan, as a person who finally deletes the account. */
export async function tourOfAccount(app: TestApp, to: Recorder): Promise<void> {
  const { db, now } = app.services
  const zoe = await signIn(app, 'zoe')
  await to.call(plans.getCountry, null)
  const coupon = { id: 'coupon', code: 'SPRING-TIME', plan: 2, days: 30, uses: 1, expires_at: null }
  await db.write(tx => insertCoupon(tx, { ...coupon, created_at: now() }))
  await to.call(plans.redeemCoupon, zoe, { coupon: 'SPRING-TIME' })
  const due = now() + 30 * 86_400_000
  const paid = { plan: 2, until: due, renews: true, cancelled: false }
  await db.write(tx => setTerms(tx, zoe.id, paid, now()))
  await to.call(plans.cancelPaidSubscription, zoe)
  await to.call(plans.resumePaidSubscription, zoe)
  await to.call(plans.downgradeSubscription, zoe)
  await to.call(plans.listPrices, zoe)
  await to.call(plans.createCheckout, zoe, { plan: 'pro-yearly' })
  await to.call(plans.openPaymentPortal, zoe)
  await to.call(plans.refreshPlan, zoe)
  const insertSession = async (code: string) => {
    const at = now()
    const token = `${code}-session`
    await db.write(tx =>
      tx
        .insertInto('session')
        .values({
          id: token,
          userId: zoe.id,
          token: hashToken(token),
          expiresAt: at + 86_400_000,
          ipAddress: null,
          userAgent: null,
          createdAt: at,
          updatedAt: at,
        })
        .execute(),
    )
    return token
  }
  // A new account: a person who is signed in and has never used the product.
  await db.write(async tx => {
    const at = now()
    await tx
      .insertInto('user')
      .values({
        id: 'new-person',
        name: 'Noor',
        email: 'noor@example.org',
        emailVerified: 1,
        image: null,
        createdAt: at,
        updatedAt: at,
      })
      .execute()
    await tx
      .insertInto('session')
      .values({
        id: 'new-session',
        userId: 'new-person',
        token: hashToken('new-token'),
        expiresAt: at + 86_400_000,
        ipAddress: null,
        userAgent: null,
        createdAt: at,
        updatedAt: at,
      })
      .execute()
  })
  await to.call(session.createAccount, 'new-token', {})
  const code = {
    code: 'nmc_one-time-code-of-the-sign-in-site',
    state: 'what-the-browser-sent',
    verifier: 'what-only-the-browser-knows',
  }
  await db.write(tx =>
    insertCode(tx, {
      code_hash: hashToken(code.code),
      state_hash: hashToken(code.state),
      challenge: hashToken(code.verifier),
      user_id: 'new-person',
      sign_in_id: 'new-session',
      redirect: '/dashboard',
      expires_at: now() + 60_000,
    } as never),
  )
  await to.call(session.exchangeCode, null, code)
  await setPassword(app.services, zoe.id, 'the old password', { deleteApiKeys: false })
  const token = await insertSession('zoe')
  await to.call(accounts.changePassword, token, {
    current_password: 'the old password',
    new_password: 'a new and longer one',
  })
  await to.call(session.logout, await insertSession('other'))
  await to.call(accounts.countAccount, token)
  await to.call(accounts.deleteAccount, token, { password: 'a new and longer one' })
}
