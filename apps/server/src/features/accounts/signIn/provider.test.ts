import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { newAccount, openBrowser } from './browser.testing.ts'

let app: TestApp
let server: Server
let issuer: string
const redirects: string[] = []

/** Starts a real provider on loopback; `login` determines the user that it authenticates. */
beforeAll(async () => {
  server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = await startApp({
    publicUrl: 'http://127.0.0.1:9',
    oidc: { issuer, clientId: 'nestmark', clientSecret: 'a secret of both', name: 'Town hall' },
  })
  redirects.push('http://127.0.0.1:9/api/auth/callback/oidc')
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'nestmark', client_secret: 'a secret of both', redirect_uris: redirects }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['stored for a test'] },
    findAccount: (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        email: `${sub}@town.example`,
        email_verified: true,
        name: `Citizen ${sub}`,
        picture: 'https://town.example/me.png',
      }),
    }),
  })
  server.on('request', provider.callback())
})
afterAll(async () => {
  await app.stop()
  server.close()
})

/**
 * Logs in and consents at the provider.
 * @returns the address to which it redirects the browser
 */
async function atProvider(url: string, who: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = url
  let form: URLSearchParams | null = null
  for (let n = 0; n < 12; n++) {
    const response: Response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
      body: form,
    })
    form = null
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split('=') as [string, string]
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location) {
      next = new URL(location, next).href
      if (next.startsWith(redirects[0]!)) return next
      continue
    }
    const page = await response.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (!prompt) throw new Error(page)
    form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: who, password: 'x' } : {}) })
    next = new URL(/action="([^"]+)"/.exec(page)![1]!, next).href
  }
  throw new Error('The provider does not send the browser back.')
}

async function signInAt(who: string) {
  const browser = openBrowser(app)
  const origin = { origin: 'http://127.0.0.1:9' }
  const request = { state: 's'.repeat(20), code_challenge: 'c'.repeat(43), redirect: '/tags' }
  const begun = await browser.post(
    '/sign-in/social',
    { ...request, callbackURL: 'https://evil.example' },
    origin,
  )
  const back = await atProvider(begun.body.url, who)
  const answer = await fetch(`${app.origin}/api/auth/callback/oidc${new URL(back).search}`, {
    redirect: 'manual',
    headers: { cookie: [...browser.cookies].map(pair => pair.join('=')).join('; ') },
  })
  for (const cookie of answer.headers.getSetCookie()) {
    const [name, value] = cookie.split(';')[0]!.split('=') as [string, string]
    browser.cookies.set(name, value)
  }
  return { browser, back, location: answer.headers.get('location')! }
}

test('ACC-02 a user signs in with the provider, returns to the requested page, and is the same user next time', async () => {
  expect((await openBrowser(app).get('/providers')).body).toEqual({ oidc: 'Town hall' })
  const first = await signInAt('ada')
  expect(first.location).toContain('/accounts/login?')
  expect(first.location).toContain('redirect=%2Ftags')
  expect(first.location).not.toContain('refused')
  const { user } = (await first.browser.get('/get-session')).body
  expect(user).toMatchObject({ name: 'Citizen ada', email: 'ada@town.example', emailVerified: true })
  const again = await signInAt('ada')
  expect((await again.browser.get('/get-session')).body.user.id).toBe(user.id)

  // T02: only the provider's user id is stored, and not its picture.
  const rows = await app.services.db.read
    .selectFrom('account')
    .selectAll()
    .where('userId', '=', user.id)
    .execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ accountId: 'ada', accessToken: null, refreshToken: null, idToken: null })
  const stored = await app.services.db.read
    .selectFrom('user')
    .select('image')
    .where('id', '=', user.id)
    .executeTakeFirst()
  expect(stored?.image || '').toBe('')
})

test("T04 T05 the provider's callback works once, and only in the browser that started the sign-in", async () => {
  const ada = await signInAt('berta')
  const elsewhere = await fetch(`${app.origin}/api/auth/callback/oidc${new URL(ada.back).search}`, {
    redirect: 'manual',
  })
  expect(elsewhere.headers.get('location')).toContain('/accounts/login?refused=1')
  expect(elsewhere.headers.get('set-cookie') ?? '').not.toContain('session_token=n')
})

test('T04 the provider cannot take over an account with an unconfirmed address, nor the reverse', async () => {
  const person = { ...newAccount(), email: 'carla@town.example' }
  await openBrowser(app).post('/sign-up/email', person, { origin: 'http://127.0.0.1:9' })
  const { browser, location } = await signInAt('carla')
  expect(location).toContain('refused=1')
  expect((await browser.get('/get-session')).body).toBeNull()
})
