import { createHash } from 'node:crypto'
import { exchangeCode, getProfile, logout } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { absoluteMs, idleMs } from '../../../access/session.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Browser, newAccount, openBrowser, program } from './browser.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const day = 86_400_000

async function handedOver(browser: Browser): Promise<string> {
  const verifier = 'v'.repeat(43)
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const state = 's'.repeat(43)
  const { code } = (await browser.post('/hand-over', { state, code_challenge })).body
  return (await app.as(null)(exchangeCode, { code, state, verifier })).token
}

async function works(token: string | null): Promise<boolean> {
  return app
    .as(token)(getProfile, {})
    .then(() => true)
    .catch(() => false)
}

async function signedIn(browser: Browser): Promise<boolean> {
  return (await browser.get('/get-session')).body !== null
}

test('T03 logging out at the product ends the session and its sign-in', async () => {
  const ada = newAccount()
  const here = openBrowser(app)
  const elsewhere = openBrowser(app)
  const { token: first } = await here.post('/sign-up/email', ada)
  const { token: other } = await elsewhere.post('/sign-in/email', ada)
  const token = await handedOver(here)
  expect(await works(token)).toBe(true)
  await app.as(token)(logout, {})
  expect([await works(token), await works(first), await works(other)]).toEqual([false, false, true])
  expect([await signedIn(here), await signedIn(elsewhere)]).toEqual([false, true])
})

test('T03 logging out at the sign-in site ends the sessions handed off from it', async () => {
  const ada = newAccount()
  const browser = openBrowser(app)
  await browser.post('/sign-up/email', ada)
  const token = await handedOver(browser)
  const { token: other } = await program(app).post('/sign-in/email', ada)
  expect((await browser.post('/sign-out')).status).toBe(200)
  expect(browser.cookies.size).toBe(0)
  expect([await works(token), await works(other)]).toEqual([false, true])
})

test('T03 the list shows the time of the last use of each sign-in', async () => {
  const ada = newAccount()
  const [here, phone] = [openBrowser(app), openBrowser(app)]
  await here.post('/sign-up/email', ada)
  const { token } = await phone.post('/sign-in/email', ada)
  const signedInAt = app.clock.now
  const lastUsed = async () => {
    await app.services.usedSessions.flush()
    const { body } = await here.get('/list-sessions')
    const list = body as { current: boolean; lastUsedAt: number }[]
    return [true, false].map(current => list.find(each => each.current === current)?.lastUsedAt)
  }
  app.clock.now += 4 * 60_000
  expect(await works(token)).toBe(true)
  expect(await lastUsed()).toEqual([app.clock.now, signedInAt])
  app.clock.now += 60_000
  expect(await works(token)).toBe(true)
  expect(await lastUsed()).toEqual([app.clock.now, app.clock.now])
})

test('T03 the list shows every sign-in once, without credentials; the user can end each', async () => {
  const ada = newAccount()
  const here = openBrowser(app)
  const phone = openBrowser(app)
  await here.post('/sign-up/email', ada)
  const token = await handedOver(here)
  const { token: phoneToken } = await phone.post('/sign-in/email', ada, { 'user-agent': 'Phone/1' })
  const list = await here.get('/list-sessions')
  expect(list.status).toBe(200)
  expect(list.body).toHaveLength(2)
  expect(list.body.filter((entry: { current: boolean }) => entry.current)).toHaveLength(1)
  for (const secret of [token, phoneToken!, createHash('sha256').update(token).digest('base64url')])
    expect(JSON.stringify(list.body)).not.toContain(secret)
  for (const { id } of list.body) expect((await program(app, id).get('/get-session')).body).toBeNull()

  const phoneEntry = list.body.find((entry: { userAgent: string }) => entry.userAgent === 'Phone/1')
  const otherUser = openBrowser(app)
  await otherUser.post('/sign-up/email', newAccount())
  await otherUser.post('/revoke-session', { id: phoneEntry.id })
  expect(await works(phoneToken)).toBe(true)
  await here.post('/revoke-session', { id: phoneEntry.id })
  expect([await works(phoneToken), await works(token)]).toEqual([false, true])
})

test('T03 "everywhere else" and "everywhere" end exactly those sessions', async () => {
  const ada = newAccount()
  const here = openBrowser(app)
  const { token: first } = await here.post('/sign-up/email', ada)
  const token = await handedOver(here)
  const { token: other } = await program(app).post('/sign-in/email', ada)
  await here.post('/revoke-other-sessions')
  expect([await works(first), await works(token), await works(other)]).toEqual([true, true, false])
  // With the product's token, its own sign-in stays too.
  const { token: third } = await program(app).post('/sign-in/email', ada)
  await program(app, token).post('/revoke-other-sessions')
  expect([await works(first), await works(token), await works(third)]).toEqual([true, true, false])
  await here.post('/revoke-sessions')
  expect([await works(first), await works(token)]).toEqual([false, false])
})

test('T03 a changed password ends every other session, requested or not', async () => {
  const ada = newAccount()
  const here = openBrowser(app)
  const { token: first } = await here.post('/sign-up/email', ada)
  const { token: other } = await program(app).post('/sign-in/email', ada)
  const wrong = await here.post('/change-password', {
    currentPassword: 'not this one',
    newPassword: 'a new one 123',
  })
  expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID_PASSWORD'])
  expect(await works(other)).toBe(true)
  const changed = await here.post('/change-password', {
    currentPassword: ada.password,
    newPassword: 'a new one 123',
    revokeOtherSessions: false,
  })
  expect(changed.status).toBe(200)
  expect([await works(first), await works(other), await works(changed.token)]).toEqual([false, false, true])
  expect(await signedIn(here)).toBe(true)
  expect((await program(app).post('/sign-in/email', ada)).status).toBe(401)
  const again = await program(app).post('/sign-in/email', { email: ada.email, password: 'a new one 123' })
  expect(again.status).toBe(200)
})

test('T03 this call changes the name, and no other field of the account', async () => {
  const browser = openBrowser(app)
  const ada = newAccount('Ada')
  await browser.post('/sign-up/email', ada)
  const changed = await browser.post('/update-profile', {
    name: ' Ada B. ',
    emailVerified: true,
    image: 'https://x.example/',
  })
  expect(changed.status).toBe(200)
  const { user } = (await browser.get('/get-session')).body
  expect(user).toMatchObject({ name: 'Ada B.', email: ada.email, emailVerified: false, image: null })
})

test('T01 a session ends 14 days after its last use and 90 days after the sign-in', async () => {
  const started = app.clock.now
  const { token } = await program(app).post('/sign-up/email', newAccount())
  const busy = (await program(app).post('/sign-up/email', newAccount())).token
  app.clock.now = started + idleMs - day
  expect(await works(busy)).toBe(true)
  app.clock.now = started + idleMs + day
  expect([await works(token), await works(busy)]).toEqual([false, true])
  for (let at = idleMs; at < absoluteMs; at += 10 * day) {
    app.clock.now = started + at
    expect(await works(busy)).toBe(true)
  }
  app.clock.now = started + absoluteMs + 60_000
  expect(await works(busy)).toBe(false)
  app.clock.now = started
})

test('F14 T01 a session that the server reported as expired stays so after the clock goes back', async () => {
  const started = app.clock.now
  const { token } = await program(app).post('/sign-up/email', newAccount())
  const unseen = (await program(app).post('/sign-up/email', newAccount())).token
  app.clock.now = started + idleMs + day
  await expect(app.as(token)(getProfile, {})).rejects.toMatchObject({ code: 'session.tooOld' })
  app.clock.now = started
  await expect(app.as(token)(getProfile, {})).rejects.toMatchObject({ code: 'session.tooOld' })
  // A session that was not used in between is unaffected.
  expect(await works(unseen)).toBe(true)
})

test('T01 writes a busy session once a day, not at every call', async () => {
  const started = app.clock.now
  const { token } = await program(app).post('/sign-up/email', newAccount())
  await works(token)
  app.clock.now = started + 2 * day
  await works(token)
  const before = app.services.db.statements
  await works(token)
  // The session, the person, and the bandwidth that get-profile reports.
  expect(app.services.db.statements - before).toBeLessThanOrEqual(3)
  app.clock.now = started
})

test('T01 a handed-off session outlives an idle sign-in, but not the 90 days of its password', async () => {
  const started = app.clock.now
  const browser = openBrowser(app)
  const { body } = await browser.post('/sign-up/email', newAccount())
  const token = await handedOver(browser)
  const rows = await app.services.db.read
    .selectFrom('session')
    .select(['createdAt', 'signInId'])
    .where('userId', '=', body.user.id)
    .execute()
  expect(new Set(rows.map(row => row.createdAt)).size).toBe(1)
  app.clock.now = started + idleMs - day
  await works(token)
  app.clock.now = started + idleMs + day
  expect(await works(token)).toBe(true)
  app.clock.now = started
})
