import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectAccessible, viewports, startEnvironment, type TestEnvironment } from './testEnvironment.ts'

vi.setConfig({ testTimeout: 180_000 })

let env: TestEnvironment
/** Passkeys need a name: the same server under the one that every machine has. */
let site: string
beforeAll(async () => {
  env = await startEnvironment()
  site = env.app.origin.replace('127.0.0.1', 'localhost')
})
afterAll(() => env.close())

let people = 0

/** A page whose browser has a device that makes passkeys, unlocked by its person's finger. */
async function withDevice(path: string, options = {}) {
  const page = await env.open(null, `${site}${path}`, options)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, cdp, authenticatorId }
}

async function atProfile(options = {}) {
  const email = `passkey${people++}@example.org`
  const { page, cdp, authenticatorId } = await withDevice('/accounts/register', options)
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await arrived(page)
  await page.goto(`${site}/accounts/profile`)
  await page.getByText('You have none yet.').waitFor()
  return { page, cdp, authenticatorId, email }
}

const arrived = (page: Page) =>
  page.waitForFunction(() => location.pathname === '/dashboard' && localStorage.getItem('token') !== null)

const held = async (cdp: CDPSession, authenticatorId: string) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials

async function picture(page: Page, name: string) {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}

describe('ACC passkeys', () => {
  test('ACC-02 a passkey is added, named, used to log in by the button, and removed', async () => {
    const { page, cdp, authenticatorId } = await atProfile()
    // A browser that fills in no passkeys: this device would log in by itself before the button is there.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Added. You log in with it from now on').waitFor()
    const entry = page.locator('li', { hasText: 'Not used yet' })
    await entry.getByText('Chrome on Linux').waitFor()
    await picture(page, 'passkeys')
    await expectAccessible(page)
    expect(await held(cdp, authenticatorId)).toHaveLength(1)

    // The device itself refuses to make another one for the same account.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device holds a passkey of your account already').waitFor()

    await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
    const name = page.getByLabel('Name of the passkey')
    await name.fill('  ')
    await page.keyboard.press('Enter')
    await page.getByText('Type a name of up to 100 characters').waitFor()
    await name.fill('Мой ноутбук')
    await page.keyboard.press('Enter')
    await page.getByText('Renamed.').waitFor()
    await page.getByText('Мой ноутбук').waitFor()

    await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
    await page.getByText('You are logged out.').waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site}/tags`)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    // It was asked for on the way to /tags, and the hand-over by a one-time code leads there.
    await page.waitForFunction(() => location.pathname === '/tags' && localStorage.getItem('token') !== null)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^nms_/)

    await page.goto(`${site}/accounts/profile`)
    await page.locator('li', { hasText: 'Last used' }).getByText('Мой ноутбук').waitFor()
    await page.getByRole('button', { name: 'Remove Мой ноутбук' }).click()
    await page.getByText('will not open your account any more').waitFor()
    await expectAccessible(page)
    await picture(page, 'passkeys-remove')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Remove Мой ноутбук' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await page.getByText('Removed. It does not open your account any more.').waitFor()
    await page.getByText('You have none yet.').waitFor()

    // The device still has it and offers it: the server knows nobody by it.
    await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
    await page.getByText('You are logged out.').waitFor()
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByText('No account knows this passkey any more').waitFor()
    await expectAccessible(page)
  })

  test('ACC-02 the e-mail field offers passkeys among what the browser fills in', async () => {
    const { page, cdp, authenticatorId } = await atProfile({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Added. You log in with it from now on').waitFor()
    const [credential] = await held(cdp, authenticatorId)
    // Another browser whose device has the passkey too; the person picks it from the list at once.
    const other = await withDevice('/accounts/forgot-password', { width: 390, height: 844 })
    await other.cdp.send('WebAuthn.addCredential', {
      authenticatorId: other.authenticatorId,
      credential: { ...credential!, signCount: credential!.signCount + 1 },
    })
    await other.page.goto(`${site}/accounts/login`)
    await arrived(other.page)
  })

  test('ACC-02 T03 an old sign-in asks for the password first, and a device that says no changes nothing', async () => {
    const { page, cdp, authenticatorId } = await atProfile()
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
      await form.getByText('Your device gave no passkey').waitFor()
      await expectAccessible(page)
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
      await form.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('Added. You log in with it from now on').waitFor()
    } finally {
      env.app.clock.now -= 60 * 60_000
    }
  })

  test('ACC-02 where the site has another name, the page says under which it has passkeys', async () => {
    const { page } = await atProfile()
    await page.goto(`${env.app.origin}/accounts/login`)
    await page.getByLabel('E-mail').fill(`passkey${people - 1}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    expect(await page.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await arrived(page)
    await page.goto(`${env.app.origin}/accounts/profile`)
    await page.getByText(`Open ${site} to add one.`).waitFor()
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  })

  for (const [width, dark] of viewports)
    test(`the login page with its passkey button at ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      const { page } = await withDevice('/accounts/login', { width, height: 844, dark })
      await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
      await picture(page, `login-${width}-${dark ? 'dark' : 'light'}`)
      await page.close()
    })
})
