import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { newAccount, openBrowser, program } from '../signIn/browser.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('T09 another origin can neither act with the cookie nor read responses', async () => {
  const ada = newAccount()
  const browser = openBrowser(app)
  await browser.post('/sign-up/email', ada)
  for (const origin of ['https://evil.example', 'null', `${app.origin}.evil.example`])
    for (const path of ['/sign-out', '/revoke-sessions', '/hand-over', '/update-profile']) {
      const answer = await browser.post(path, { name: 'Eve' }, { origin })
      expect([path, answer.status]).toEqual([path, 403])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  expect((await browser.get('/get-session')).body.user.name).toBe(ada.name)
  const asked = await fetch(`${app.origin}/api/auth/sign-in/email`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(asked.headers.get('access-control-allow-origin')).toBeNull()
})

test('T09 a page of another site cannot sign a user in to its own account (login CSRF)', async () => {
  const eve = newAccount('Eve')
  await program(app).post('/sign-up/email', eve)
  const cross = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
  expect((await program(app).post('/sign-in/email', eve, cross)).status).toBe(403)
  const form = await fetch(`${app.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(eve),
  })
  expect([form.status, form.headers.get('set-cookie')]).toEqual([415, null])
  const text = await fetch(`${app.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(eve),
  })
  expect(text.status).toBe(415)
})

test('ACC-02 the sign-in works under any name by which a browser reaches this server', async () => {
  const ada = newAccount()
  const port = new URL(app.origin).port
  const localhost = { origin: `http://localhost:${port}` }
  const browser = openBrowser({ origin: `http://localhost:${port}` })
  expect((await browser.post('/sign-up/email', ada, localhost)).status).toBe(200)
  expect((await browser.post('/update-profile', { name: 'Ada B.' }, localhost)).status).toBe(200)
})

test('T18 every response under /api/auth has the security headers, errors too', async () => {
  for (const [method, path] of [
    ['POST', '/sign-in/email'],
    ['GET', '/get-session'],
    ['POST', '/no-such-call'],
    ['GET', '/list-accounts'],
    ['POST', '/delete-user'],
    ['POST', '/sign-in/social'],
  ] as const) {
    const answer = method === 'POST' ? await program(app).post(path, {}) : await program(app).get(path)
    const { headers } = answer
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    if (path !== '/get-session') expect(answer.body).toMatchObject({ code: expect.any(String) })
  }
})

test("T18 the server makes only the gateway's calls reachable", async () => {
  const browser = openBrowser(app)
  await browser.post('/sign-up/email', newAccount())
  const posted = ['/delete-user', '/set-password', '/link-social', '/update-session', '/sign-in/social']
  for (const path of [...posted, '/update-user'])
    expect([path, (await browser.post(path, {})).status]).toEqual([path, 404])
  for (const path of ['/ok', '/list-accounts', '/sign-out', '/hand-over', '/reset-password/x'])
    expect([path, (await browser.get(path)).status]).toEqual([path, 404])
  // Without a provider the library is not called: it would log each such call as an error.
  expect((await browser.post('/sign-in/social', {})).body).toMatchObject({
    code: 'PROVIDER_NOT_FOUND',
    message: 'This server has no sign-in provider.',
  })
  expect((await browser.get('/get-session')).body.session).not.toHaveProperty('token')
})

test('T18 hides the cookie from scripts and from other sites', async () => {
  const { headers } = await program(app).post('/sign-up/email', newAccount())
  expect(headers.getSetCookie()[0]).toMatch(
    /^nestmark\.session_token=.*; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
  )
})

test('T18 rejects a body that is not JSON or too large with its message', async () => {
  const send = (body: string) =>
    fetch(`${app.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  expect((await send('{')).status).toBe(400)
  expect((await send('[]')).status).toBe(400)
  expect((await send('"x"')).status).toBe(400)
  expect((await send(JSON.stringify({ email: 'x'.repeat(20_000) }))).status).toBe(413)
})
