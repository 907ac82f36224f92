import { getUserData } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { encryptFirstLink } from '../encryption/encryptionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { createUserData, register, waitForDashboard } from '../support/signInSite.ts'
import type { TestEnvironment } from '../support/testEnvironment.ts'

/** Adds a virtual authenticator to the browser of a page. It confirms the person without input. */
export async function addAuthenticator(page: Page, { hasPrf = false } = {}) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/**
 * Registers a person on a page whose browser has a virtual authenticator, which confirms the person without input.
 * @param site the origin of the server under `localhost`
 */
export async function openWithAuthenticator(
  env: TestEnvironment,
  site: string,
  options: { width?: number; dark?: boolean; hasPrf?: boolean } = {},
) {
  const { width = 1440, dark = false, hasPrf = true } = options
  const size = { width, height: width < 820 ? 844 : 900, dark }
  const page = await env.open(null, `${site}/accounts/register`, size)
  const { cdp, authenticatorId } = await addAuthenticator(page, { hasPrf })
  const watched = await watch(page)
  const user = createUserData()
  await register(page, user)
  await waitForDashboard(page)
  const token = (await page.evaluate(() => localStorage.getItem('token')))!
  const call = env.app.as(token)
  const me = await call(getUserData, {})
  const person: Person = { id: me.user_id, email: user.email, token, rootId: me.root_folder, call }
  const setVerified = (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { page, person, watched, setVerified }
}

/** Records the requests of the page, and the secrets that its authenticator returns. */
async function watch(page: Page) {
  const bodies: string[] = []
  const secrets: string[] = []
  page.on('request', request => bodies.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.exposeFunction('reportSecret', (hex: string) => void secrets.push(hex))
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = async options => {
      const answer = await get(options)
      const first = (answer as PublicKeyCredential).getClientExtensionResults().prf?.results?.first
      if (first) {
        const hex = [...new Uint8Array(first as ArrayBuffer)].map(byte => byte.toString(16).padStart(2, '0'))
        await (window as unknown as { reportSecret: (hex: string) => Promise<void> }).reportSecret(
          hex.join(''),
        )
      }
      return answer
    }
  })
  return { bodies, secrets }
}

/** Adds a passkey to the account of the signed-in person. */
export async function addPasskey(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/accounts/profile`)
  await press(page, page.getByRole('button', { name: 'Add a passkey' }))
  await page.getByText('Passkey added.').waitFor()
}

/** Returns the keys that the browser has. */
export const readKeys = (page: Page) =>
  page.evaluate(() =>
    [sessionStorage, localStorage]
      .flatMap(storage => Object.entries(storage))
      .filter(([key]) => key.startsWith('keys:'))
      .flatMap(([, text]) => JSON.parse(text as string) as { key: string; kid: string; parent: string }[]),
  )

/** Encrypts a link of a new collection. @returns the id of the collection */
export async function encryptOne(page: Page, site: string, person: Person, name: string): Promise<string> {
  const id = await addCollection(person, name)
  await addLink(person, `link of ${name}`, id)
  await page.goto(`${site}/c/${id}`)
  await encryptFirstLink(page, `link of ${name}`, `${name} key`)
  return id
}
