import { addKey } from '@nestmark/contract/apiKeys'
import { generateApiKey } from '@nestmark/core/apiKey'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEmailLink, isTokenValid, waitForDashboard } from '../support/signInSite.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.ts'

let env: TestEnvironment
beforeAll(async () => {
  env = await startEnvironment({ behindProxy: true })
})
afterAll(() => env.close())

const password = 'correct horse battery'
let userCount = 0

/** Creates an account that is signed in to this browser and has an API key. */
async function signUp(page: Page) {
  const email = `password${userCount++}@example.org`
  const response = await page.context().request.post('/api/auth/sign-up/email', {
    data: { name: 'Ada Lovelace', email, password },
    headers: { origin: env.app.origin },
  })
  expect(response.status()).toBe(200)
  const token = response.headers()['set-auth-token']!
  const key = generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
  await env.app.as(token)(addKey, { key, name: 'A script' })
  return { email, token, key }
}

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
}

/** Ticks the checkbox for API keys by its label. */
async function tickDeleteKeys(page: Page): Promise<void> {
  const label = page.locator('label', { hasText: 'Also delete my API keys' })
  const box = (await label.boundingBox())!
  expect(box.height).toBeGreaterThanOrEqual(44)
  await label.tap()
  expect(await page.getByRole('checkbox', { name: 'Also delete my API keys' }).isChecked()).toBe(true)
}

describe('T03 a password change offers to delete the API keys', () => {
  test('T03 the reset page and the account page delete the API keys when the user ticks the box', async () => {
    const page = await env.open(null, '/accounts/forgot-password', { width: 390, height: 844, dark: true })
    const { email, token, key } = await signUp(page)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Create the link' }).click()
    await page.getByRole('heading', { name: 'Ask the administrator' }).waitFor()
    await page.goto(await findEmailLink(env, email, 'reset-password'))
    await page.getByLabel('New password', { exact: true }).fill('a new password 1')
    await tickDeleteKeys(page)
    await expectFits(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed. Log in with the new one.').waitFor()
    expect([await isTokenValid(env, token), await isTokenValid(env, key)]).toEqual([false, false])

    // The account page shows the checkbox only if the account has API keys.
    const again = await page.context().request.post('/api/auth/sign-in/email', {
      data: { email, password: 'a new password 1' },
      headers: { origin: env.app.origin },
    })
    const next = generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
    const bearer = again.headers()['set-auth-token']!
    await env.app.as(bearer)(addKey, { key: next, name: 'Another script' })
    await page.goto('/accounts/profile')
    await page.getByLabel('Current password', { exact: true }).fill('a new password 1')
    await page.getByLabel('New password', { exact: true }).fill('a new password 2')
    await tickDeleteKeys(page)
    await expectFits(page)
    await saveScreenshot(page, 'newPassword', true)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('and your API keys are deleted.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Also delete my API keys' }).count()).toBe(0)
    expect([await isTokenValid(env, bearer), await isTokenValid(env, next)]).toEqual([false, false])
    await page.reload()
    await page.getByLabel('Current password', { exact: true }).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Also delete my API keys' }).count()).toBe(0)
  })

  test('T03 a password change does not delete the API keys when the user does not tick the box', async () => {
    // The login page would redirect when it found the session of the new account.
    const page = await env.open(null, '/accounts/forgot-password')
    const { key } = await signUp(page)
    await page.goto('/accounts/profile')
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill('a new password 2')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Every other session has ended.').first().waitFor()
    expect(await isTokenValid(env, key)).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Also delete my API keys' }).isVisible()).toBe(true)
  })
})

describe('T11 guesses of others delay a login', () => {
  test('T11 the user requests a link by email and logs in immediately', async () => {
    const signUpPage = await env.open(null, '/accounts/login', {
      context: { extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.7' } },
    })
    const { email, token } = await signUp(signUpPage)
    await env.app.services.db.write(tx => tx.deleteFrom('session').execute())
    let guesses = 0
    /** Sends a guess from a new address. A password of the wrong type counts. @returns the seconds to wait */
    const guess = async () => {
      const ip = `2001:db8:1:${(guesses++).toString(16)}::1`
      const answer = await fetch(`${env.app.origin}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
        body: JSON.stringify({ email, password: 5 }),
      })
      return Number(answer.headers.get('retry-after') ?? 0)
    }
    const page = await env.open(null, '/accounts/login', { width: 390, height: 844, dark: true })
    const fill = async () => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
    }
    const logIn = () => page.getByRole('button', { name: 'Log in', exact: true }).click()
    await fill()
    for (let n = 0; n < 49; n++) await guess()
    // The first delays are short. The test advances the server's clock by each until a long one follows.
    for (let wait = await guess(); wait < 8; wait = await guess()) env.app.clock.now += wait * 1000
    await logIn()
    await page.getByText('Too many attempts.').waitFor()
    await expectFits(page)
    await page.getByRole('button', { name: 'Create a link to log in now' }).click()
    await page.getByText('This server sends no email').waitFor()
    await expectFits(page)
    await page.goto(await findEmailLink(env, email, 'login'))
    await page.getByText('You can log in with your password again right away.').waitFor()
    expect(page.url()).not.toContain('token')
    await expectFits(page)
    await fill()
    await logIn()
    await waitForDashboard(page)
    expect(await isTokenValid(env, token)).toBe(false)
  })
})
