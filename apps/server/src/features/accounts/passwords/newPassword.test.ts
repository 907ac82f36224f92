import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changePassword, deleteAccount } from '@nestmark/contract/accounts'
import { addKey, listKeys } from '@nestmark/contract/apiKeys'
import { exchangeCode, getProfile } from '@nestmark/contract/session'
import { generateApiKey } from '@nestmark/core/apiKey'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsSent, startApp, type TestApp } from '../../../test/support/app.ts'
import { setPassword } from '../signIn/registerUser.ts'
import { newAccount, openBrowser, program } from '../signIn/browser.testing.ts'
import { createCode } from '../secondFactor/totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ behindProxy: true })
})
afterAll(() => app.stop())

type NewAccount = ReturnType<typeof newAccount>
const next = 'a new password 1'
let addresses = 0
/** Returns headers with a new address for each test, so that its attempts are counted separately. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${++addresses}` })

async function mailsTo(email: string): Promise<string[]> {
  await mailsSent(app)
  const dir = join(app.services.config.dataDir, 'outbox')
  return readdirSync(dir)
    .sort()
    .map(name => readFileSync(join(dir, name), 'utf8'))
    .filter(text => text.includes(`To: ${email}`))
}

async function tokensIn(email: string, page: string): Promise<string[]> {
  const texts = await mailsTo(email)
  return texts.flatMap(text => {
    const found = new RegExp(`/accounts/${page}\\?token=(\\S+)`).exec(text)
    return found ? [decodeURIComponent(found[1]!)] : []
  })
}

/** Creates a user with every kind of open link and one-time code, and an API key. */
async function person() {
  const ada = newAccount()
  const from = elsewhere()
  const browser = openBrowser(app)
  const { token } = await browser.post('/sign-up/email', ada, from)
  const other = await program(app).post('/sign-in/email', ada, from)
  for (let n = 0; n < 2; n++) await program(app).post('/request-password-reset', { email: ada.email }, from)
  await browser.post('/change-email', { email: `moved-${ada.email}` }, from)
  const verifier = 'v'.repeat(43)
  const state = 's'.repeat(43)
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const { code } = (await browser.post('/hand-over', { state, code_challenge }, from)).body
  const key = generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
  await app.as(token)(addKey, { type: 1, key, name: 'script', scope: 'read' })
  const resets = await tokensIn(ada.email, 'reset-password')
  const moves = await tokensIn(`moved-${ada.email}`, 'confirm-email')
  expect([resets.length, moves.length]).toEqual([2, 1])
  return {
    ada,
    from,
    browser,
    token: token!,
    other: other.token!,
    key,
    resets,
    move: moves[0]!,
    /** Tries every open link and code; returns true for those that still open the account. */
    open: async () => ({
      reset: (
        await program(app).post('/reset-password', { newPassword: 'taken 12345', token: resets[1] }, from)
      ).status,
      move: (await program(app).post('/confirm-email', { token: moves[0] }, from)).status,
      code: await outcome(app.as(null)(exchangeCode, { code, state, verifier })),
      other: await works(other.token),
      key: await works(key),
    }),
  }
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { status: number }) => error.status,
  )
const works = async (token: string | null) => (await outcome(app.as(token)(getProfile, {}))) === 'done'
const signIn = ({ email }: NewAccount, password: string) =>
  program(app).post('/sign-in/email', { email, password }, elsewhere())
/** The expected results when everything is closed. */
const closed = { reset: 400, move: 400, code: 400, other: false }

test('T03 a reset link ends every other link, every one-time code and every session', async () => {
  const { ada, from, resets, open, token } = await person()
  const reset = await program(app).post('/reset-password', { newPassword: next, token: resets[0] }, from)
  expect(reset.status).toBe(200)
  expect(await open()).toEqual({ ...closed, key: true })
  expect(await works(token)).toBe(false)
  expect((await signIn(ada, ada.password)).status).toBe(401)
  expect((await signIn(ada, next)).status).toBe(200)
})

test('T03 a password change on the account page ends every link and code, and the keys on request', async () => {
  const { ada, from, browser, open, token } = await person()
  expect((await browser.get('/profile-state', from)).body.api_keys).toBe(1)
  const input = { currentPassword: ada.password, newPassword: next, deleteApiKeys: true }
  const changed = await browser.post('/change-password', input, from)
  expect(changed.status).toBe(200)
  expect(await open()).toEqual({ ...closed, key: false })
  // The session of the request also continues under a new token.
  expect([await works(token), await works(changed.token)]).toEqual([false, true])
  expect((await browser.get('/profile-state', from)).body.api_keys).toBe(0)
})

test('T03 a password change by the product’s call ends every link and code, and the keys on request', async () => {
  const first = await person()
  const input = { current_password: first.ada.password, new_password: next }
  await app.as(first.token)(changePassword, input)
  expect(await first.open()).toEqual({ ...closed, key: true })
  expect(await works(first.token)).toBe(true)
  const second = await person()
  await app.as(second.token)(changePassword, {
    current_password: second.ada.password,
    new_password: next,
    delete_api_keys: true,
  })
  expect(await second.open()).toEqual({ ...closed, key: false })
  expect(await app.as(second.token)(listKeys, {})).toEqual([])
})

test('T03 a password from the command line ends every link, code and session, and the keys on request', async () => {
  for (const deleteApiKeys of [false, true]) {
    const { ada, open, token } = await person()
    const { id } = (await app.services.db.read
      .selectFrom('user')
      .select('id')
      .where('email', '=', ada.email)
      .executeTakeFirst())!
    await setPassword(app.services, id, next, { deleteApiKeys })
    expect(await open()).toEqual({ ...closed, key: !deleteApiKeys })
    expect(await works(token)).toBe(false)
  }
})

test('T03 the first password of an account without one ends open links too', async () => {
  const { ada, from, resets, open } = await person()
  await app.services.db.write(tx =>
    tx
      .deleteFrom('account')
      .where(eb => eb('userId', 'in', eb.selectFrom('user').select('id').where('email', '=', ada.email)))
      .execute(),
  )
  expect((await signIn(ada, ada.password)).status).toBe(401)
  const input = { newPassword: next, token: resets[0], deleteApiKeys: true }
  expect((await program(app).post('/reset-password', input, from)).status).toBe(200)
  expect(await open()).toEqual({ ...closed, key: false })
  expect((await signIn(ada, next)).status).toBe(200)
  const text = (await mailsTo(ada.email)).at(-1)!
  expect(text).toContain('now has a password')
})

test('T03 a password change ends a sign-in that waits for its code', async () => {
  const ada = newAccount()
  const from = elsewhere()
  const browser = openBrowser(app)
  await browser.post('/sign-up/email', ada, from)
  const { secret } = (await browser.post('/two-factor/begin', {}, from)).body
  const code = () => createCode(secret, Math.floor(app.clock.now / 30_000))
  const { codes } = (await browser.post('/two-factor/confirm', { code: code() }, from)).body
  const { challenge } = (await program(app).post('/sign-in/email', ada, from)).body
  expect(challenge).toBeTypeOf('string')
  const input = { currentPassword: ada.password, newPassword: next }
  expect((await browser.post('/change-password', input, from)).status).toBe(200)
  const passed = await program(app).post('/two-factor/verify', { challenge, code: codes[0] }, from)
  expect([passed.status, passed.body.code]).toEqual([401, 'CHALLENGE_OVER'])
  // The second factor itself stays, with its recovery codes.
  const again = (await signIn(ada, next)).body
  const right = await program(app).post(
    '/two-factor/verify',
    { challenge: again.challenge, code: codes[0] },
    elsewhere(),
  )
  expect(right.status).toBe(200)
})

test('T03 a password change fails actions in progress with the old password', async () => {
  const { ada, from, browser, resets } = await person()
  const both = await Promise.all([
    program(app).post('/reset-password', { newPassword: next, token: resets[0] }, from),
    ...Array.from({ length: 4 }, () => signIn(ada, ada.password)),
    browser.post('/change-password', { currentPassword: ada.password, newPassword: 'a thief’s own' }, from),
    program(app).post('/reset-password', { newPassword: 'another one 1', token: resets[1] }, from),
  ])
  const resetsDone = [both[0]!.status, both.at(-1)!.status]
  // One password wins, and everything that began before it is invalid.
  const right = await Promise.all(
    [next, 'a thief’s own', 'another one 1'].map(async password => (await signIn(ada, password)).status),
  )
  expect(right.filter(status => status === 200)).toHaveLength(1)
  if (resetsDone.includes(200)) {
    expect(right[1]).toBe(401)
    for (const answer of both.slice(1, -1)) if (answer.token) expect(await works(answer.token)).toBe(false)
  }
})

test.each(['off', 'codes', 'begin', 'passkey', 'delete'] as const)(
  'T03 an action that is in progress with the old password changes nothing after a password change: %s',
  async action => {
    const ada = newAccount()
    const browser = openBrowser(app)
    const { token, body } = await browser.post('/sign-up/email', ada, elsewhere())
    const id = body.user.id as string
    const { secret } = (await browser.post('/two-factor/begin')).body
    const code = createCode(secret, Math.floor(app.clock.now / 30_000))
    if (action !== 'begin') await browser.post('/two-factor/confirm', { code })
    const stored = async () => ({
      factor: await app.services.db.read.selectFrom('two_factor').selectAll().execute(),
      codes: await app.services.db.read.selectFrom('recovery_codes').selectAll().execute(),
      user: await app.services.db.read.selectFrom('user').select('id').where('id', '=', id).execute(),
    })
    const before = await stored()
    const { passwords } = app.services
    app.services.passwords = {
      hash: each => passwords.hash(each),
      verify: async (hash, password) => {
        const isRight = await passwords.verify(hash, password)
        await setPassword({ ...app.services, passwords }, id, next, { deleteApiKeys: false })
        return isRight
      },
    }
    try {
      const { password } = ada
      if (action === 'delete')
        await expect(app.as(token)(deleteAccount, { password })).rejects.toMatchObject({
          code: 'profile.proofNeeded',
        })
      else {
        const path = action === 'passkey' ? '/passkeys/remove' : `/two-factor/${action}`
        const given = action === 'passkey' ? { id: 'any', password } : { password }
        expect((await browser.post(path, given)).status).toBe(401)
      }
    } finally {
      app.services.passwords = passwords
    }
    expect(await stored()).toEqual(before)
  },
)

test('T03 links of one account that open at once do not wait for each other in a circle', async () => {
  for (let round = 0; round < 5; round++) {
    const { from, resets, move } = await person()
    const answers = await Promise.all([
      program(app).post('/reset-password', { newPassword: next, token: resets[0] }, from),
      program(app).post('/confirm-email', { token: move }, from),
      program(app).post('/reset-password', { newPassword: 'another one 1', token: resets[1] }, from),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status !== 200 && status !== 400)).toEqual([])
    expect(statuses).toContain(200)
  }
})

test('T03 the owner gets an email that says what has ended and what to do', async () => {
  const { ada, from, resets } = await person()
  await program(app).post('/reset-password', { newPassword: next, token: resets[0] }, from)
  const text = (await mailsTo(ada.email)).at(-1)!
  expect(text).toContain('Subject: Your Nestmark password was changed')
  const plain = text.replace(/=\r?\n/g, '').replace(/\s+/g, ' ')
  expect(plain).toContain('Every other session has ended, and links in earlier emails no longer work')
  expect(plain).toContain('Your API keys still work')
  expect(plain).toContain('If it wasn’t you')
  expect(plain).toContain('/accounts/forgot-password')
  expect(text).not.toContain('token=')
})

test('T03 a refused new password ends nothing and uses up no link', async () => {
  const { ada, from, browser, resets, other, key } = await person()
  for (const newPassword of ['short', 'x'.repeat(129), 'password', 'Qwertyuiop']) {
    const input = { newPassword, token: resets[0], deleteApiKeys: true }
    expect((await program(app).post('/reset-password', input, from)).status).toBe(400)
    const change = { currentPassword: ada.password, newPassword, deleteApiKeys: true }
    expect((await browser.post('/change-password', change, from)).status).toBe(400)
  }
  const wrong = { currentPassword: 'not this one', newPassword: next, deleteApiKeys: true }
  expect((await browser.post('/change-password', wrong, from)).status).toBe(400)
  expect([await works(other), await works(key)]).toEqual([true, true])
  const reset = { newPassword: next, token: resets[0] }
  expect((await program(app).post('/reset-password', reset, from)).status).toBe(200)
})

test('T03 the product’s call sets no new password without the old one, however recent the sign-in', async () => {
  const { token, ada } = await person()
  const input = { current_password: '', new_password: next }
  await expect(app.as(token)(changePassword, input)).rejects.toMatchObject({ code: 'profile.passwordWrong' })
  expect((await signIn(ada, ada.password)).status).toBe(200)
  await expect(app.as(token)(deleteAccount, { password: 'wrong' })).rejects.toMatchObject({
    code: 'profile.passwordWrong',
  })
})
