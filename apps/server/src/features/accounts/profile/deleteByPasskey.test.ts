import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { newDevice } from '../secondFactor/authenticator.testing.ts'
import { newAccount, openBrowser } from '../signIn/browser.testing.ts'
import { passkeySite } from '../signIn/passkeySite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const site = () => passkeySite(app.services.config)!

/** Registers a person who also has a passkey. */
async function withPasskey() {
  const browser = openBrowser(app)
  const { body } = await browser.post('/sign-up/email', newAccount())
  const device = newDevice(site())
  const options = (await browser.post('/passkeys/begin')).body
  await browser.post('/passkeys/add', { name: 'My phone', response: device.make(options) })
  return { id: body.user.id as string, browser, device }
}

test('SET-06 a passkey confirms the deletion of its account; a signature for a login does not', async () => {
  const [ada, eve] = [await withPasskey(), await withPasskey()]
  const erase = (passkey?: unknown) => ada.browser.post('/delete-account', { passkey })
  const options = async () => (await ada.browser.get('/account-contents')).body.passkey
  expect(await options()).toMatchObject({ rpId: site().id, allowCredentials: [{ id: ada.device.id }] })
  expect((await erase()).body.code).toBe('PROOF_NEEDED')
  for (const signature of [
    ada.device.sign((await openBrowser(app).get('/passkeys/ask')).body, ada.id),
    eve.device.sign(await options(), eve.id),
    ada.device.sign((await eve.browser.get('/account-contents')).body.passkey, ada.id),
  ])
    expect((await erase(signature)).body.code).toBe('PASSKEY_UNKNOWN')
  expect((await erase(ada.device.sign(await options(), ada.id))).status).toBe(200)
  expect((await ada.browser.get('/get-session')).body).toBeNull()
})
