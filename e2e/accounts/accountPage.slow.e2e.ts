import { getUserData } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createCode } from '../../apps/server/src/features/accounts/secondFactor/totp.ts'
import {
  createUserData,
  findEmailLink,
  isTokenValid,
  logIn,
  register,
  waitForDashboard,
} from '../support/signInSite.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

const env = useEnvironment()

async function registerAndOpenProfile(options = {}): Promise<{ page: Page; email: string }> {
  const user = createUserData()
  const page = await env.open(null, '/accounts/register', options)
  await register(page, user)
  await waitForDashboard(page)
  await page.goto('/accounts/profile')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  return { page, email: user.email }
}

async function readProfile(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  return env.app.as(token)(getUserData, {})
}

describe('ACC the account page', () => {
  test('ACC-02 SET-02 the account page leads to the settings for the name and the username', async () => {
    const { page } = await registerAndOpenProfile()
    await page.getByRole('link', { name: 'Change in the settings' }).click()
    await page.getByLabel('Username').fill('Night.Owl')
    await page.getByText('This username is available').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your profile was saved').waitFor()
    expect((await readProfile(page)).username).toBe('Night.Owl')
    expect(await page.getByRole('link', { name: 'Open your account' }).getAttribute('href')).toContain(
      '/accounts/profile',
    )
  })

  test('ACC-02 the user uploads and removes a profile image', async () => {
    const { page } = await registerAndOpenProfile()
    const buffer = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#287' } })
      .png()
      .toBuffer()
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a picture' }).click(),
    ])
    await picker.setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await page.getByText('Picture saved').waitFor()
    const image = page.locator('main img')
    await image.evaluate((element: HTMLImageElement) => element.decode())
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(256)
    expect((await readProfile(page)).thumbnail).toMatch(/^\/profile-images\//)
    await page.locator('input[type=file]').setInputFiles({
      name: 'not.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    })
    await page.getByText('Nestmark can’t read this picture').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Picture removed').waitFor()
    expect((await readProfile(page)).thumbnail).toBe('')
  })

  test('ACC-02 a new email address becomes valid when the user opens its link', async () => {
    const { page, email } = await registerAndOpenProfile()
    await page.getByLabel('New email address').fill(email)
    await page.getByRole('button', { name: 'Create the link' }).click()
    await page.getByText('This is already your address').waitFor()
    await page.getByLabel('New email address').fill(`new-${email}`)
    await page.getByRole('button', { name: 'Create the link' }).click()
    await page.getByText(`A link to confirm new-${email} is waiting.`).waitFor()
    const link = await findEmailLink(env, `new-${email}`, 'confirm-email')
    const elsewhere = await env.open(null, link)
    await elsewhere.getByText('Your new address is confirmed.').waitFor()
    expect(elsewhere.url()).not.toContain('token')
    await elsewhere.goto(link)
    await elsewhere.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await page.reload()
    await page.getByText(`Currently new-${email}.`).waitFor()
  })

  test('SET-06 the danger zone deletes the account after one confirmation', async () => {
    const { page } = await registerAndOpenProfile()
    await page.goto('/settings?tab=danger')
    await page.getByRole('button', { name: 'Export your bookmarks first' }).waitFor()
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const dialog = page.getByRole('dialog')
    env.app.clock.now += 11 * 60_000
    try {
      await page.getByRole('button', { name: 'Delete account' }).click()
      await dialog.getByText('Delete your account?').waitFor()
      await expectAccessible(page)
      // Enter deletes nothing before a choice.
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Delete account' }).click()
      await dialog.getByText(/This deletes 0 links and \d+ collections?\./).waitFor()
      await dialog.getByText('To confirm it’s you').waitFor()
      await dialog.getByRole('button', { name: 'Delete account' }).click()
      // A missing password is not shown as an error.
      await expect
        .poll(() => dialog.getByLabel('Your password').evaluate(field => field === document.activeElement))
        .toBe(true)
      expect(await dialog.locator('[aria-invalid]').count()).toBe(0)
      await dialog.getByLabel('Your password').fill('a guess')
      await page.keyboard.press('Enter')
      await dialog.getByText('This is not your current password.').waitFor()
      await expectAccessible(page)
      await saveScreenshot(page, 'delete-account')
      await dialog.getByLabel('Your password').fill('correct horse')
      await dialog.getByRole('button', { name: 'Delete account' }).click()
      await dialog.getByText('Your links will be deleted within 24 hours.').waitFor()
      await expectAccessible(page)
      expect(await isTokenValid(env, token)).toBe(false)
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
      await dialog.getByRole('button', { name: 'OK' }).click()
      await page.getByLabel('Email').waitFor()
    } finally {
      env.app.clock.now -= 11 * 60_000
    }
  })

  test('SET-06 ACC-02 deleting the account requires a confirmation and the password', async () => {
    const { page } = await registerAndOpenProfile()
    const token = await page.evaluate(() => localStorage.getItem('token'))
    env.app.clock.now += 60 * 60_000
    try {
      await page.reload()
      await page.getByRole('button', { name: 'Delete this account' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Delete this account' }).click()
      await expectAccessible(page)
      const password = page
        .locator('form', { hasText: 'within 24 hours' })
        .getByLabel('Password', { exact: true })
      await password.fill('a guess')
      await page.getByRole('button', { name: 'Delete everything' }).click()
      await page.getByText('This is not your current password').waitFor()
      await password.fill('correct horse')
      await page.getByRole('button', { name: 'Delete everything' }).click()
      await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
      await expectAccessible(page)
      await expect(env.app.as(token)(getUserData, {})).rejects.toMatchObject({ status: 401 })
    } finally {
      env.app.clock.now -= 60 * 60_000
    }
  })

  test('ACC-02 the user enables the second factor, needs it at login, replaces it by recovery codes, and disables it', async () => {
    const { page, email } = await registerAndOpenProfile({ width: 390 })
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await expectAccessible(page)
    await saveScreenshot(page, 'totp', true)
    await page.getByLabel('Code', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('This code is wrong').waitFor()
    const codeNow = () => createCode(secret, Math.floor(env.app.clock.now / 30_000))
    await page.getByLabel('Code', { exact: true }).fill(codeNow())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Your recovery codes').waitFor()
    const codes = await page.locator('main li code').allInnerTexts()
    expect(codes).toHaveLength(10)
    // Pages without HTTPS have no clipboard API.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: 'Copy the codes' }).click()
    await page.getByText('Your browser didn’t allow copying.').waitFor()
    expect(await page.evaluate(() => getSelection()!.toString().trim().split(/\s+/))).toEqual(codes)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('Two-step verification is on. You have 10 recovery codes left.').waitFor()

    env.app.clock.now += 60_000
    const logInWithCode = async (code: string) => {
      const other = await env.open(null, '/accounts/login')
      await logIn(other, email, 'correct horse')
      await other.getByRole('heading', { name: 'One more step' }).waitFor()
      await expectAccessible(other)
      await other.getByLabel('Code').fill(code)
      await other.keyboard.press('Enter')
      return other
    }
    const waitForSignIn = (other: Page) => other.waitForFunction(() => localStorage.getItem('token') !== null)
    const wrong = await logInWithCode('aaaa-bbbb')
    await wrong.getByText('This code is wrong').waitFor()
    await wrong.getByLabel('Code').fill(codeNow())
    await wrong.keyboard.press('Enter')
    await waitForSignIn(wrong)
    await waitForSignIn(await logInWithCode(codes[0]!))

    await page.reload()
    await page.getByText('Two-step verification is on. You have 9 recovery codes left.').waitFor()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Turned off. Only your password is asked for now.').waitFor()
  })

  for (const [width, dark] of viewports)
    test(`the account page is accessible at ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      const { page } = await registerAndOpenProfile({ width, height: 844, dark })
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await saveScreenshot(page, `profile-${width}-${dark ? 'dark' : 'light'}`, true)
      await page.close()
    })
})
