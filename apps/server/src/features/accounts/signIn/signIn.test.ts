import { createAccount, getProfile, getUserData, logout } from '@nestmark/contract/session'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { newAccount, openBrowser, program } from './browser.testing.ts'
import { registerUser } from './registerUser.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('ACC-02 registers, logs in and logs out; registration and login return a bearer token', async () => {
  const ada = newAccount()
  const registered = await program(app).post('/sign-up/email', ada)
  expect(registered.status).toBe(200)
  expect(registered.token).toMatch(/^nms_[\w-]{43}$/)
  expect((await app.as(registered.token)(getUserData, {})).email).toBe(ada.email)

  const again = await program(app).post('/sign-in/email', { email: ada.email, password: ada.password })
  expect(again.status).toBe(200)
  expect(again.token).not.toBe(registered.token)
  await expect(app.as(again.token)(getProfile, {})).resolves.toMatchObject({ plan: 1 })

  expect((await program(app, again.token!).post('/sign-out')).status).toBe(200)
  await expect(app.as(again.token)(getProfile, {})).rejects.toMatchObject({ status: 401 })
  await expect(app.as(registered.token)(getProfile, {})).resolves.toBeTruthy()
})

test('ACC-02 recognises an address in any case, and refuses a second account for it', async () => {
  const ada = newAccount()
  await program(app).post('/sign-up/email', { ...ada, email: ` ${ada.email.toUpperCase()} ` })
  const inAgain = await program(app).post('/sign-in/email', { email: ada.email, password: ada.password })
  expect(inAgain.status).toBe(200)
  const twice = await program(app).post('/sign-up/email', ada)
  expect(twice.status).toBe(422)
  expect(twice.body.code).toMatch(/^USER_ALREADY_EXISTS/)
})

test('ACC-02 two concurrent registrations of one address create one account', async () => {
  const ada = newAccount()
  const both = await Promise.all([1, 2].map(() => program(app).post('/sign-up/email', ada)))
  expect(both.map(answer => answer.status).sort()).toEqual([200, 422])
  const rows = await app.services.db.read
    .selectFrom('user')
    .select('id')
    .where('email', '=', ada.email)
    .execute()
  expect(rows).toHaveLength(1)
})

test('ACC-02 T11 refuses an invalid registration with its message', async () => {
  const ada = newAccount()
  const short = await program(app).post('/sign-up/email', { ...ada, password: 'short' })
  expect([short.status, short.body.code]).toEqual([400, 'PASSWORD_TOO_SHORT'])
  for (const password of ['password', 'PassWord1', 'iloveyou1']) {
    const common = await program(app).post('/sign-up/email', { ...ada, password })
    expect([common.status, common.body.code]).toEqual([400, 'PASSWORD_TOO_COMMON'])
  }
  const noName = await program(app).post('/sign-up/email', { ...ada, name: '  ' })
  expect([noName.status, noName.body.code]).toEqual([400, 'INVALID_NAME'])
  const noMail = await program(app).post('/sign-up/email', { ...ada, email: 'ada' })
  expect(noMail.status).toBe(400)
  const wrong = await program(app).post('/sign-in/email', { email: ada.email, password: 'correct horse' })
  expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
  const nul = await program(app).post('/sign-up/email', { ...newAccount(), name: 'A\0da' })
  expect([nul.status, nul.body.code]).toEqual([400, 'INVALID_TEXT'])
})

test('ACC-02 T11 an account whose password is too common by now still logs in', async () => {
  const old = { email: 'old@example.org', name: 'Old', password: 'password' }
  await registerUser(app.services, old)
  expect((await program(app).post('/sign-in/email', old)).status).toBe(200)
})

test('ACC-05 create-account answers 200 once and 203 "Account already exists!" afterwards', async () => {
  const { token, body } = await program(app).post('/sign-up/email', newAccount())
  const call = async (input: object, bearer: string | null) => {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (bearer) headers.authorization = `Bearer ${bearer}`
    const response = await fetch(`${app.origin}/api/create-account`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    return { status: response.status, ...((await response.json()) as { message: string; data: unknown }) }
  }
  const first = await call({}, token)
  expect(first).toMatchObject({ status: 200, data: { user_id: body.user.id } })
  expect(await call({}, token)).toMatchObject({ status: 203, message: 'Account already exists!' })
  expect(await call({ token }, null)).toMatchObject({ status: 203 })
  expect(await call({}, null)).toMatchObject({ status: 401, message: 'No Token Found!' })
  expect(await call({}, 'nms_nonsense')).toMatchObject({ status: 401, message: 'Token Expired!' })
  await expect(app.as(token)(createAccount, {})).resolves.toEqual({ user_id: body.user.id })
})

test('ACC-12 user-data and get-profile return plan, view and counts', async () => {
  const ada = newAccount('Ada')
  const { token } = await program(app).post('/sign-up/email', ada)
  const me = await app.as(token)(getUserData, {})
  expect(me).toMatchObject({
    name: 'Ada',
    email: ada.email,
    plan: 1,
    theme: 0,
    view: { links: 1, folders: 4 },
    count: { see: 0, watch: 0, explore: 0, read: 0, listen: 0 },
    favourite_links: [],
    last_category: 3,
  })
  expect(me.root_folder).toMatch(/^[\w-]{22}$/)
})

test('T01 a missing, wrong, revoked or cookie-borne token opens nothing', async () => {
  const ada = openBrowser(app)
  const { token } = await ada.post('/sign-up/email', newAccount())
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${app.origin}/api/user-data`, { method: 'POST', headers })
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  expect(await ask({})).toEqual([401, 'No Token Found!'])
  expect(await ask({ authorization: 'Bearer undefined' })).toEqual([401, 'No Token Found!'])
  expect(await ask({ authorization: 'Basic abc' })).toEqual([401, 'No Token Found!'])
  expect(await ask({ authorization: 'Bearer Token' })).toEqual([401, 'Token Expired!'])
  expect(await ask({ cookie: [...ada.cookies].map(pair => pair.join('=')).join('; ') })).toEqual([
    401,
    'No Token Found!',
  ])
  expect((await ask({ authorization: `Bearer ${token}` }))[0]).toBe(200)
  await app.as(token)(logout, {})
  expect(await ask({ authorization: `Bearer ${token}` })).toEqual([401, 'Token Expired!'])
})

test('T02 no column of any table contains a session token, a code or a password', async () => {
  const ada = newAccount()
  const browser = openBrowser(app)
  const { token } = await browser.post('/sign-up/email', ada)
  const handed = await browser.post('/hand-over', { state: 's'.repeat(32), code_challenge: 'c'.repeat(43) })
  await browser.post('/request-password-reset', { email: ada.email })
  const everything = await wholeDatabase()
  expect(everything).toContain(ada.email)
  for (const secret of [token!, token!.slice(4), handed.body.code, 's'.repeat(32), ada.password])
    expect(everything).not.toContain(secret)
})

test('T02 does not accept the values in the database as tokens', async () => {
  const { token, body } = await openBrowser(app).post('/sign-up/email', newAccount())
  const row = await app.services.db.read
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', body.user.id)
    .executeTakeFirstOrThrow()
  for (const stolen of [row.token, row.id, `nms_${row.token}`]) {
    expect((await program(app, stolen).get('/get-session')).body).toBeNull()
    await expect(app.as(stolen)(getProfile, {})).rejects.toMatchObject({ status: 401 })
  }
  expect((await program(app, token!).get('/get-session')).body.user.id).toBe(body.user.id)
})

/** Returns every row of every table as one text. */
async function wholeDatabase(): Promise<string> {
  const { read, kind } = app.services.db
  const names =
    kind === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_master where type = 'table' and name not like 'links_text%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  let text = ''
  for (const { name } of (await names.execute(read)).rows)
    text += JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(read)).rows)
  return text
}
