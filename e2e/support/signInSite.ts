import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getProfile } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { mailsSent } from '../../apps/server/src/test/support/app.ts'
import type { TestEnvironment } from './testEnvironment.ts'

/** The data of a new account. */
export interface UserData {
  name: string
  email: string
  password: string
}

let userCount = 0

/** Returns the data of an account that does not exist. */
export const createUserData = (): UserData => ({
  name: 'Ada Lovelace',
  email: `user${userCount++}@example.org`,
  password: 'correct horse',
})

/** Fills in and submits the registration form. */
export async function register(page: Page, { name, email, password }: UserData): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** Fills in and submits the login form. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Waits until the session handoff has signed the user in to the product. */
export const waitForDashboard = (page: Page) =>
  page.waitForFunction(() => location.pathname === '/dashboard' && localStorage.getItem('token') !== null)

/** Returns whether a session token or an API key is valid. */
export const isTokenValid = (env: TestEnvironment, token: string | null): Promise<boolean> =>
  env.app
    .as(token)(getProfile, {})
    .then(
      () => true,
      () => false,
    )

/**
 * Returns the path of the link in the last email with a link to a page of the sign-in site.
 * @param email the recipient
 * @param name the page, such as `reset-password`
 */
export async function findEmailLink(env: TestEnvironment, email: string, name: string): Promise<string> {
  await mailsSent(env.app)
  const outbox = join(env.app.services.config.dataDir, 'outbox')
  const emails = readdirSync(outbox)
    .sort()
    .map(file => readFileSync(join(outbox, file), 'utf8'))
  const last = emails.findLast(text => text.includes(`To: ${email}`) && text.includes(`/accounts/${name}?`))!
  return new RegExp(`(/accounts/${name}\\?\\S+)`).exec(last)![1]!
}
