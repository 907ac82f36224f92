import type { CDPSession } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addAuthenticator } from './passkeyFixture.ts'
import { createUserData, register, waitForDashboard } from '../support/signInSite.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
/** The origin of the server under `localhost`: passkeys require a host name. */
let site: string
beforeAll(async () => {
  site = env.app.origin.replace('127.0.0.1', 'localhost')
})

/** Opens a page whose browser has a virtual authenticator, which confirms the user without input. */
async function openWithAuthenticator(path: string, options = {}) {
  const page = await env.open(null, `${site}${path}`, options)
  return { page, ...(await addAuthenticator(page)) }
}

async function registerAndOpenProfile(options = {}) {
  const user = createUserData()
  const { page, cdp, authenticatorId } = await openWithAuthenticator('/accounts/register', options)
  await register(page, user)
  await waitForDashboard(page)
  await page.goto(`${site}/accounts/profile`)
  await page.getByText('No passkeys yet.').waitFor()
  return { page, cdp, authenticatorId, user }
}

const readCredentials = async (cdp: CDPSession, authenticatorId: string) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials

describe('ACC passkeys', () => {
  test('ACC-02 the user adds, renames and removes a passkey, and logs in with it', async () => {
    const { page, cdp, authenticatorId } = await registerAndOpenProfile()
    // The browser offers no passkeys by autofill. Otherwise the authenticator would log in before the button shows.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Passkey added.').waitFor()
    const entry = page.locator('li', { hasText: 'Not used yet' })
    await entry.getByText('Chrome on Linux').waitFor()
    await saveScreenshot(page, 'passkeys', true)
    await expectAccessible(page)
    expect(await readCredentials(cdp, authenticatorId)).toHaveLength(1)

    // The authenticator refuses a second passkey for the same account.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device already has a passkey for your account').waitFor()

    await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
    const name = page.getByLabel('Name of the passkey')
    await name.fill('  ')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a name of up to 100 characters').waitFor()
    await name.fill('Мой ноутбук')
    await page.keyboard.press('Enter')
    await page.getByText('Renamed.').waitFor()
    await page.getByText('Мой ноутбук').waitFor()

    await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
    await page.getByText('You are logged out.').waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site}/tags`)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    // The sign-in started at /tags, and the session handoff returns there.
    await page.waitForFunction(() => location.pathname === '/tags' && localStorage.getItem('token') !== null)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^nms_/)

    await page.goto(`${site}/accounts/profile`)
    const usedEntry = page.locator('li', { hasText: 'Last used' }).filter({ hasText: 'Мой ноутбук' })
    await usedEntry.waitFor()
    // The date is the tooltip, as for sessions.
    for (const time of await usedEntry.getByRole('time').all()) {
      expect(await time.innerText()).toMatch(/just now|ago/)
      expect(await time.getAttribute('title')).toMatch(/20\d\d/)
    }
    expect(await usedEntry.getByRole('time').count()).toBe(2)
    await page.getByRole('button', { name: 'Remove Мой ноутбук' }).click()
    await page.getByText('can no longer log in to your account').waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, 'passkeys-remove', true)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Remove Мой ноутбук' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await page.getByText('Passkey removed').waitFor()
    await page.getByText('No passkeys yet.').waitFor()

    // The authenticator still offers the passkey, but the server has no account for it.
    await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
    await page.getByText('You are logged out.').waitFor()
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByText('This passkey no longer belongs to an account').waitFor()
    await expectAccessible(page)
  })

  test('ACC-02 the autofill of the email field offers passkeys', async () => {
    const { page, cdp, authenticatorId } = await registerAndOpenProfile({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Passkey added.').waitFor()
    const [credential] = await readCredentials(cdp, authenticatorId)
    // Another browser whose authenticator also has the passkey and selects it immediately.
    const other = await openWithAuthenticator('/accounts/forgot-password', { width: 390, height: 844 })
    await other.cdp.send('WebAuthn.addCredential', {
      authenticatorId: other.authenticatorId,
      credential: { ...credential!, signCount: credential!.signCount + 1 },
    })
    await other.page.goto(`${site}/accounts/login`)
    await waitForDashboard(other.page)
  })

  test('ACC-02 T03 an old sign-in requires the password first, and a refusal by the authenticator changes nothing', async () => {
    const { page, cdp, authenticatorId } = await registerAndOpenProfile()
    env.app.clock.now += 60 * 60_000
    try {
      await page.reload()
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      const form = page.locator('section', { hasText: 'Passkeys' }).locator('form')
      await form.getByLabel('Password', { exact: true }).fill('a guess')
      await page.keyboard.press('Enter')
      await form.getByText('This is not your current password').waitFor()
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await form.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.keyboard.press('Enter')
      await form.getByText('No passkey was chosen').waitFor()
      await expectAccessible(page)
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
      await form.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('Passkey added.').waitFor()
    } finally {
      env.app.clock.now -= 60 * 60_000
    }
  })

  test('ACC-02 under another host name, the page names the address that has passkeys', async () => {
    const { page, user } = await registerAndOpenProfile()
    await page.goto(`${env.app.origin}/accounts/login`)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    expect(await page.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await waitForDashboard(page)
    await page.goto(`${env.app.origin}/accounts/profile`)
    await page.getByText(`Open ${site} to add one.`).waitFor()
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  })

  for (const [width, dark] of phoneViewports)
    test(`the login page with a passkey button fits at ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      const { page } = await openWithAuthenticator('/accounts/login', { width, height: 844, dark })
      await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor()
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await saveScreenshot(page, `login-${width}-${dark ? 'dark' : 'light'}`, true)
      await page.close()
    })
})
