import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addKey } from '@nestmark/contract/apiKeys'
import { getProfile } from '@nestmark/contract/session'
import { newApiKey } from '@nestmark/core/apiKey'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsSent } from '../apps/server/src/test/support/app.ts'
import { expectAccessible, viewports, startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
beforeAll(async () => {
  env = await startEnvironment({ behindProxy: true })
})
afterAll(() => env.close())

const password = 'correct horse battery'
let people = 0

/** Somebody who is signed in in this browser, and has an API key. */
async function signedIn(page: Page) {
  const email = `password${people++}@example.org`
  const made = await page.context().request.post('/api/auth/sign-up/email', {
    data: { name: 'Ada Lovelace', email, password },
    headers: { origin: env.app.origin },
  })
  expect(made.status()).toBe(200)
  const token = made.headers()['set-auth-token']!
  const key = newApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
  await env.app.as(token)(addKey, { key, name: 'A script' })
  return { email, token, key }
}

async function linkTo(email: string, name: string): Promise<string> {
  await mailsSent(env.app)
  const outbox = join(env.app.services.config.dataDir, 'outbox')
  const mails = readdirSync(outbox)
    .sort()
    .map(file => readFileSync(join(outbox, file), 'utf8'))
  const mail = mails.findLast(text => text.includes(`To: ${email}`) && text.includes(`/accounts/${name}?`))!
  return new RegExp(`(/accounts/${name}\\?\\S+)`).exec(mail)![1]!
}

const works = (token: string) =>
  env.app
    .as(token)(getProfile, {})
    .then(
      () => true,
      () => false,
    )

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
}

/** Chooses by the words beside the tick, with a finger where there is one. */
async function choose(page: Page, touch: boolean): Promise<void> {
  const words = page.locator('label', { hasText: 'Also delete my API keys' })
  const box = (await words.boundingBox())!
  if (touch) expect(box.height).toBeGreaterThanOrEqual(44)
  if (touch) await words.tap()
  else await words.click()
  expect(await page.getByRole('checkbox', { name: 'Also delete my API keys' }).isChecked()).toBe(true)
}

describe('T03 a new password asks once about API keys', () => {
  for (const [width, dark] of viewports)
    test(`T03 behind a reset link and on the account page, ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      const touch = width < 820
      const page = await env.open(null, '/accounts/forgot-password', { width, height: 844, dark })
      const { email, token, key } = await signedIn(page)
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
      await page.goto(await linkTo(email, 'reset-password'))
      await page.getByLabel('New password', { exact: true }).fill('a new password 1')
      await choose(page, touch)
      await expectFits(page)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Your password is changed. Log in with the new one.').waitFor()
      expect([await works(token), await works(key)]).toEqual([false, false])

      // On the account page it is asked where there are keys, and only there.
      const again = await page.context().request.post('/api/auth/sign-in/email', {
        data: { email, password: 'a new password 1' },
        headers: { origin: env.app.origin },
      })
      const next = newApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
      const bearer = again.headers()['set-auth-token']!
      await env.app.as(bearer)(addKey, { key: next, name: 'Another script' })
      await page.goto('/accounts/profile')
      await page.getByLabel('Current password', { exact: true }).fill('a new password 1')
      await page.getByLabel('New password', { exact: true }).fill('a new password 2')
      await choose(page, touch)
      await expectFits(page)
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/newPassword-${width}.png`, fullPage: true })
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('and your API keys are deleted.').waitFor()
      expect(await page.getByRole('checkbox', { name: 'Also delete my API keys' }).count()).toBe(0)
      expect([await works(bearer), await works(next)]).toEqual([false, false])
      await page.reload()
      await page.getByLabel('Current password', { exact: true }).waitFor()
      expect(await page.getByRole('checkbox', { name: 'Also delete my API keys' }).count()).toBe(0)
    })

  test('T03 API keys stay where nobody ticks it', async () => {
    const page = await env.open(null, '/accounts/login')
    const { key } = await signedIn(page)
    await page.goto('/accounts/profile')
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill('a new password 2')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Every other session has ended.').first().waitFor()
    expect(await works(key)).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Also delete my API keys' }).isVisible()).toBe(true)
  })
})

describe('T11 who is held up by guesses of others', () => {
  for (const [width, dark] of viewports)
    test(`T11 gets a link by mail and logs in at once, ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      const signUp = await env.open(null, '/accounts/login', {
        context: { extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.7' } },
      })
      const { email, token } = await signedIn(signUp)
      await env.app.services.db.write(tx => tx.deleteFrom('session').execute())
      let guesses = 0
      /** Tries from one more address. What is no password counts as a guess. @returns the seconds to wait */
      const guess = async () => {
        const ip = `2001:db8:${width.toString(16)}:${(guesses++).toString(16)}::1`
        const answer = await fetch(`${env.app.origin}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
          body: JSON.stringify({ email, password: 5 }),
        })
        return Number(answer.headers.get('retry-after') ?? 0)
      }
      const page = await env.open(null, '/accounts/login', { width, height: 844, dark })
      const fill = async () => {
        await page.getByLabel('E-mail').fill(email)
        await page.getByLabel('Password', { exact: true }).fill(password)
      }
      const logIn = () => page.getByRole('button', { name: 'Log in', exact: true }).click()
      await fill()
      for (let n = 0; n < 49; n++) await guess()
      // The first waits are short. Each is waited for on the server's clock, until the page meets a long one.
      for (let wait = await guess(); wait < 8; wait = await guess()) env.app.clock.now += wait * 1000
      await logIn()
      await page.getByText('That was too many tries.').waitFor()
      await expectFits(page)
      await page.getByRole('button', { name: 'Email me a link to log in now' }).click()
      await page.getByText('a link is on its way to it').waitFor()
      await expectFits(page)
      await page.goto(await linkTo(email, 'login'))
      await page.getByText('You need not wait any more.').waitFor()
      expect(page.url()).not.toContain('token')
      await expectFits(page)
      await fill()
      await logIn()
      await page.waitForFunction(
        () => location.pathname === '/dashboard' && localStorage.getItem('token') !== null,
      )
      expect(await works(token)).toBe(false)
    })
})
