import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getProfile } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsSent } from '../apps/server/src/test/support/app.ts'
import { expectAccessible, viewports, startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
beforeAll(async () => {
  env = await startEnvironment()
})
afterAll(() => env.close())

let people = 0
const newcomer = () => ({
  name: 'Ada Lovelace',
  email: `e2e${people++}@example.org`,
  password: 'correct horse',
})
type Newcomer = ReturnType<typeof newcomer>

async function register(page: Page, { name, email, password }: Newcomer): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Signed in at the product too, which takes a way there and back where nobody asked for a hand-over. */
const atDashboard = (page: Page) =>
  page.waitForFunction(() => location.pathname === '/dashboard' && localStorage.getItem('token') !== null)
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

async function works(token: string | null): Promise<boolean> {
  const asked = env.app.as(token)(getProfile, {})
  return asked.then(
    () => true,
    () => false,
  )
}

describe('ACC accounts', () => {
  test('ACC-01 ACC-04 a visitor is sent to sign in, registers, and lands on the dashboard', async () => {
    const page = await env.open(null, '/dashboard')
    await page.waitForURL(/\/accounts\/login\?from=nestmark&state=/)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.waitForURL(/\/accounts\/register\?from=nestmark&state=/)
    await register(page, newcomer())
    await atDashboard(page)
    const token = await tokenOf(page)
    expect(token).toMatch(/^nms_/)
    expect(await works(token)).toBe(true)
  })

  test('ACC-01 whoever is signed in at the sign-in site is handed over without a question', async () => {
    const page = await env.open(null, '/accounts/register')
    await register(page, newcomer())
    await atDashboard(page)
    const before = await tokenOf(page)
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/dashboard')
    await atDashboard(page)
    expect(await tokenOf(page)).not.toBe(before)
  })

  test('ACC-02 a wrong password is told beside its field, and the right one goes on to where one wanted to be', async () => {
    const ada = newcomer()
    const start = await env.open(null, '/accounts/register')
    await register(start, ada)
    await atDashboard(start)

    const page = await env.open(null, '/search/?q=nest')
    await page.waitForURL(/\/accounts\/login\?/)
    await page.getByLabel('E-mail').press('Enter')
    await page.getByText('Type your e-mail address').waitFor()
    await logIn(page, ada.email, 'a wrong guess')
    await page.getByText('E-mail and password do not match an account').waitFor()
    const field = page.getByLabel('Password', { exact: true })
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.evaluate(element => element === document.activeElement)).toBe(true)
    await logIn(page, ada.email, ada.password)
    await page.waitForURL(/\/search\//)
  })

  test('T03 logging out at the product logs out at the sign-in site too', async () => {
    const page = await env.open(null, '/accounts/register')
    await register(page, newcomer())
    await atDashboard(page)
    const token = await tokenOf(page)
    await page.evaluate(async bearer => {
      await fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${bearer}` } })
      localStorage.clear()
    }, token)
    expect(await works(token)).toBe(false)
    await page.goto('/dashboard')
    await page.getByLabel('E-mail').waitFor()
    expect(await tokenOf(page)).toBeNull()
  })

  test('ACC-02 a forgotten password is reset by the link in the mail', async () => {
    const ada = newcomer()
    const page = await env.open(null, '/accounts/register')
    await register(page, ada)
    await atDashboard(page)
    await page.goto('/accounts/forgot-password')
    await page.getByLabel('E-mail').fill(ada.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await mailsSent(env.app)
    const outbox = join(env.app.services.config.dataDir, 'outbox')
    const letters = readdirSync(outbox).map(name => readFileSync(join(outbox, name), 'utf8'))
    const link = /\S+(\/accounts\/reset-password\?\S+)/.exec(
      letters.find(text => text.includes(ada.email))!,
    )![1]!

    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('another horse')
    expect(page.url()).not.toContain('token')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed. Log in with the new one.').waitFor()
    await logIn(page, ada.email, 'another horse')
    await atDashboard(page)
    await page.goto(link)
    // It is said before a password is asked for.
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    expect(await page.getByLabel('New password', { exact: true }).count()).toBe(0)
  })

  test('ACC-02 T03 the account page: name, password, and what else is signed in', async () => {
    const ada = newcomer()
    const page = await env.open(null, '/accounts/register')
    await register(page, ada)
    await atDashboard(page)
    const other = await env.open(null, '/accounts/login')
    await logIn(other, ada.email, ada.password)
    await atDashboard(other)
    const otherToken = await tokenOf(other)

    await page.goto('/accounts/profile')
    await page.getByLabel('Name', { exact: true }).fill('Ada B.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: /^End the session of Chrome/ }).click()
    await page.getByText('The session has ended.').waitFor()
    expect(await works(otherToken)).toBe(false)

    await page.getByLabel('Current password', { exact: true }).fill('not this one')
    await page.getByLabel('New password', { exact: true }).fill('another horse')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('This is not your current password').waitFor()
    await page.getByLabel('Current password', { exact: true }).fill(ada.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Every other session has ended.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await page.getByText('You are logged out.').waitFor()
    await page.goto('/accounts/profile')
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  })

  for (const [width, dark] of viewports)
    test(`axe finds nothing on the sign-in pages at ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      for (const path of ['login', 'register', 'forgot-password', 'reset-password?token=x', 'verify-email']) {
        const page = await env.open(null, `/accounts/${path}`, { width, height: 844, dark })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await expectAccessible(page)
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        expect([path, sideways]).toEqual([path, false])
        await page.close()
      }
    })
})
