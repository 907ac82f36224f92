import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.ts'

let env: TestEnvironment
let server: Server
let issuer: string
const publicUrl = 'http://127.0.0.1:9'
beforeAll(async () => {
  server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const oidc = { issuer, clientId: 'nestmark', clientSecret: 'shared secret', name: 'Town hall' }
  const client = { client_id: oidc.clientId, client_secret: oidc.clientSecret }
  const redirect_uris = [`${publicUrl}/api/auth/callback/oidc`]
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris }],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    cookies: { keys: ['x'] },
  })
  server.on('request', provider.callback())
  env = await startEnvironment({ publicUrl, oidc })
})
afterAll(async () => {
  await env.close()
  server.close()
})

test('ACC-02 the login page links to the provider and reports a refused sign-in', async () => {
  for (const width of [1440, 390]) {
    const page = await env.open(null, '/accounts/login?refused=1', { width, dark: width === 390 })
    await page.getByText('That didn’t work.').waitFor()
    const button = page.getByRole('button', { name: 'Continue with Town hall' })
    await button.waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, `provider-${width}`, true)
    await button.click()
    await page.waitForURL(url => url.origin === issuer)
    expect(page.url()).toContain('/interaction/')
  }
})
