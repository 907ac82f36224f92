import { createHash, randomBytes } from 'node:crypto'
import { createAccount, exchangeCode, getProfile } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Browser, newAccount, openBrowser, program } from './browser.testing.ts'
import { safeRedirect } from './sessionHandoff.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Returns the state and challenge that the product prepares before it redirects the browser to the sign-in site. */
function start(redirect?: string) {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, state, request: { client: 'app', state, code_challenge, redirect } }
}

async function signedUp(): Promise<Browser> {
  const browser = openBrowser(app)
  await browser.post('/sign-up/email', newAccount())
  return browser
}

test('ACC-04 the sign-in site hands a session off to the product by a one-time code', async () => {
  const browser = await signedUp()
  const { verifier, state, request } = start('/c/abc?x=1')
  const handed = await browser.post('/hand-over', request)
  expect(handed.status).toBe(200)
  const url = new URL(handed.body.url, app.origin)
  expect([url.origin, url.pathname]).toEqual([app.origin, '/token'])
  expect(url.searchParams.get('state')).toBe(state)
  const code = url.searchParams.get('q')!
  expect(code).toMatch(/^nmc_[\w-]{43}$/)

  const { token, redirect } = await app.as(null)(exchangeCode, { code, state, verifier })
  expect(redirect).toBe('/c/abc?x=1')
  expect(token).toMatch(/^nms_/)
  await expect(app.as(token)(createAccount, {})).resolves.toHaveProperty('user_id')
  await expect(app.as(token)(getProfile, {})).resolves.toBeTruthy()
})

test('T05 a code works once; a second use ends the session that it opened', async () => {
  const browser = await signedUp()
  const { verifier, state, request } = start()
  const { code } = (await browser.post('/hand-over', request)).body
  const { token } = await app.as(null)(exchangeCode, { code, state, verifier })
  await expect(app.as(token)(getProfile, {})).resolves.toBeTruthy()
  await expect(app.as(null)(exchangeCode, { code, state, verifier })).rejects.toMatchObject({
    status: 400,
    code: 'session.codeInvalid',
  })
  await expect(app.as(token)(getProfile, {})).rejects.toMatchObject({ status: 401 })
})

test('T05 of many concurrent exchanges one succeeds, and its session ends', async () => {
  const browser = await signedUp()
  const { verifier, state, request } = start()
  const { code } = (await browser.post('/hand-over', request)).body
  const tries = Array.from({ length: 5 }, () => app.as(null)(exchangeCode, { code, state, verifier }))
  const won = (await Promise.allSettled(tries)).filter(result => result.status === 'fulfilled')
  expect(won).toHaveLength(1)
  await expect(app.as(won[0]!.value.token)(getProfile, {})).rejects.toMatchObject({ status: 401 })
})

test('T05 a code requires its state and verifier, and expires after a minute', async () => {
  const browser = await signedUp()
  const wrong = async (
    change: (made: ReturnType<typeof start>) => Partial<{ state: string; verifier: string }>,
  ) => {
    const made = start()
    const { code } = (await browser.post('/hand-over', made.request)).body
    const sent = { code, state: made.state, verifier: made.verifier, ...change(made) }
    await expect(app.as(null)(exchangeCode, sent)).rejects.toMatchObject({ code: 'session.codeInvalid' })
    // The failed attempt used up the code: correct values are rejected.
    const right = { code, state: made.state, verifier: made.verifier }
    await expect(app.as(null)(exchangeCode, right)).rejects.toMatchObject({ code: 'session.codeInvalid' })
  }
  await wrong(() => ({ state: 'another'.repeat(5) }))
  await wrong(() => ({ verifier: 'another'.repeat(7) }))
  await wrong(made => ({ verifier: made.request.code_challenge }))
  const { verifier, state, request } = start()
  const { code } = (await browser.post('/hand-over', request)).body
  app.clock.now += 60_001
  await expect(app.as(null)(exchangeCode, { code, state, verifier })).rejects.toMatchObject({ status: 400 })
})

test('T05 hands off only a sign-in, and only by the person who has signed in', async () => {
  const { request, state, verifier } = start()
  expect((await openBrowser(app).post('/hand-over', request)).status).toBe(401)
  const browser = await signedUp()
  const { code } = (await browser.post('/hand-over', request)).body
  const { token } = await app.as(null)(exchangeCode, { code, state, verifier })
  expect((await program(app, token).post('/hand-over', start().request)).status).toBe(403)
  const noPkce = await browser.post('/hand-over', { state: 's'.repeat(32) })
  expect(noPkce.status).toBe(400)
})

test('T04 does not accept a session token as a code', async () => {
  const browser = openBrowser(app)
  const { token } = await browser.post('/sign-up/email', newAccount())
  const { state, verifier } = start()
  await expect(app.as(null)(exchangeCode, { code: token!, state, verifier })).rejects.toMatchObject({
    code: 'session.codeInvalid',
  })
})

test('T08 redirects only to a path of the product', async () => {
  for (const path of ['/dashboard', '/c/abc', '/l/x?from=1#top', '/search/?q=%2F%2Fevil.example'])
    expect(safeRedirect(path)).toBe(path)
  const evil = [
    undefined,
    '',
    'dashboard',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/x\n//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
    '/a/../..//evil.example/',
    '/token?q=nms_x',
    '/accounts/login',
    '/api/auth/sign-out',
    '/' + 'x'.repeat(3000),
  ]
  for (const path of evil) expect([path, safeRedirect(path)]).toEqual([path, '/dashboard'])

  const browser = await signedUp()
  const { verifier, state, request } = start('//evil.example')
  const { code, url } = (await browser.post('/hand-over', request)).body
  expect(url).toMatch(/^\/token\?/)
  expect((await app.as(null)(exchangeCode, { code, state, verifier })).redirect).toBe('/dashboard')
})

test('T08 makes no redirect of the library reachable', async () => {
  const ada = newAccount()
  const evil = 'https://evil.example/'
  const browser = openBrowser(app)
  const up = await browser.post('/sign-up/email', { ...ada, callbackURL: evil })
  const signIn = await browser.post('/sign-in/email', { ...ada, callbackURL: evil })
  expect([up.status, signIn.status]).toEqual([200, 200])
  expect(signIn.body.redirect).toBe(false)
  for (const path of [
    `/verify-email?token=x&callbackURL=${encodeURIComponent(evil)}`,
    `/reset-password/x?callbackURL=${encodeURIComponent(evil)}`,
    `/callback/google?code=x`,
    `/error?error=x`,
  ]) {
    const answer = await fetch(`${app.origin}/api/auth${path}`, { redirect: 'manual' })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).not.toContain('evil.example')
  }
})
