import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  createUserData,
  findEmailLink,
  isTokenValid,
  logIn,
  register,
  waitForDashboard,
} from '../support/signInSite.ts'
import { expectAccessible, useEnvironment, viewports } from '../support/testEnvironment.ts'

const env = useEnvironment()

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

describe('ACC accounts', () => {
  test('ACC-01 ACC-04 the product redirects a visitor to the sign-in site, where they register and get the dashboard', async () => {
    const page = await env.open(null, '/dashboard')
    await page.waitForURL(/\/accounts\/login\?from=nestmark&state=/)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.waitForURL(/\/accounts\/register\?from=nestmark&state=/)
    await register(page, createUserData())
    await waitForDashboard(page)
    const token = await readToken(page)
    expect(token).toMatch(/^nms_/)
    expect(await isTokenValid(env, token)).toBe(true)
  })

  test('ACC-01 the product signs in a user with a session on the sign-in site without input', async () => {
    const page = await env.open(null, '/accounts/register')
    await register(page, createUserData())
    await waitForDashboard(page)
    const before = await readToken(page)
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/dashboard')
    await waitForDashboard(page)
    expect(await readToken(page)).not.toBe(before)
  })

  test('ACC-02 a wrong password shows an error at its field, and the right one opens the requested page', async () => {
    const ada = createUserData()
    const start = await env.open(null, '/accounts/register')
    await register(start, ada)
    await waitForDashboard(start)

    const page = await env.open(null, '/search/?q=nest')
    await page.waitForURL(/\/accounts\/login\?/)
    await page.getByLabel('Email').press('Enter')
    await page.getByText('Enter your email address').waitFor()
    await logIn(page, ada.email, 'a wrong guess')
    await page.getByText('Wrong email or password').waitFor()
    const field = page.getByLabel('Password', { exact: true })
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.evaluate(element => element === document.activeElement)).toBe(true)
    await logIn(page, ada.email, ada.password)
    await page.waitForURL(/\/search\//)
  })

  test('T03 a logout from the product also logs out of the sign-in site', async () => {
    const page = await env.open(null, '/accounts/register')
    await register(page, createUserData())
    await waitForDashboard(page)
    const token = await readToken(page)
    await page.evaluate(async bearer => {
      await fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${bearer}` } })
      localStorage.clear()
    }, token)
    expect(await isTokenValid(env, token)).toBe(false)
    await page.goto('/dashboard')
    await page.getByLabel('Email').waitFor()
    expect(await readToken(page)).toBeNull()
  })

  test('ACC-02 the link in the email resets a forgotten password', async () => {
    const ada = createUserData()
    const page = await env.open(null, '/accounts/register')
    await register(page, ada)
    await waitForDashboard(page)
    await page.goto('/accounts/forgot-password')
    await page.getByLabel('Email').fill(ada.email)
    await page.getByRole('button', { name: 'Create the link' }).click()
    // This server has no SMTP.
    await page.getByRole('heading', { name: 'Ask the administrator' }).waitFor()
    await page.getByText('the folder “outbox”').waitFor()
    const link = await findEmailLink(env, ada.email, 'reset-password')
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('another horse')
    expect(page.url()).not.toContain('token')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed. Log in with the new one.').waitFor()
    await logIn(page, ada.email, 'another horse')
    await waitForDashboard(page)
    await page.goto(link)
    // The page reports the used link before it asks for a password.
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(await page.getByLabel('New password', { exact: true }).count()).toBe(0)
  })

  test('ACC-02 T03 the account page changes the password and ends other sessions', async () => {
    const ada = createUserData()
    const page = await env.open(null, '/accounts/register')
    await register(page, ada)
    await waitForDashboard(page)
    const other = await env.open(null, '/accounts/login')
    await logIn(other, ada.email, ada.password)
    await waitForDashboard(other)
    const otherToken = await readToken(other)

    await page.goto('/accounts/profile')
    await page.getByRole('button', { name: /^End the session of Chrome/ }).click()
    await page.getByText('The session has ended.').waitFor()
    expect(await isTokenValid(env, otherToken)).toBe(false)

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
    test(`the sign-in pages are accessible at ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      for (const path of ['login', 'register', 'forgot-password', 'reset-password?token=x', 'verify-email']) {
        const page = await env.open(null, `/accounts/${path}`, { width, height: 844, dark })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await expectAccessible(page)
        const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        expect([path, scrolls]).toEqual([path, false])
        await page.close()
      }
    })
})
