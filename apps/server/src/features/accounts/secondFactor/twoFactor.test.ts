import { hashToken } from '../../../access/tokens.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { newAccount, openBrowser } from '../signIn/browser.testing.ts'
import { base32, createCode, findStep } from './totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const code = (secret: string, steps = 0) => createCode(secret, Math.floor(app.clock.now / 30_000) + steps)
/** Returns a code that is certainly invalid now. */
const wrongCode = (secret: string) => {
  const right = [-1, 0, 1].map(step => code(secret, step))
  return ['000000', '111111', '222222', '333333'].find(guess => !right.includes(guess))!
}

async function withTwoFactor() {
  const person = newAccount()
  const browser = openBrowser(app)
  const { body } = await browser.post('/sign-up/email', person)
  const begun = await browser.post('/two-factor/begin')
  const secret = begun.body.secret as string
  const confirmed = await browser.post('/two-factor/confirm', { code: code(secret) })
  app.clock.now += 60_000
  return {
    ...person,
    id: body.user.id as string,
    browser,
    secret,
    begun,
    codes: confirmed.body.codes as string[],
  }
}

async function halfway(person: { email: string; password: string }) {
  const browser = openBrowser(app)
  const answer = await browser.post('/sign-in/email', person)
  return { browser, answer, challenge: answer.body.challenge as string }
}

test('ACC-02 codes match those of RFC 6238', () => {
  const key = base32(Buffer.from('12345678901234567890'))
  expect(key).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  // Appendix B, the last six of eight digits.
  for (const [seconds, expected] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ] as const) {
    expect(createCode(key, Math.floor(seconds / 30))).toBe(expected)
    expect(findStep(key, expected, seconds * 1000, 0)).toBe(Math.floor(seconds / 30))
    expect(findStep(key, expected, seconds * 1000 + 61_000, 0)).toBeNull()
  }
})

test('ACC-02 T02 with the second factor enabled, a password alone opens no session, and the server stores nothing in plain text', async () => {
  const ada = await withTwoFactor()
  expect(ada.begun.body.uri).toContain(`secret=${ada.secret}&issuer=Nestmark`)
  expect(ada.codes).toHaveLength(10)
  expect((await ada.browser.get('/two-factor')).body).toEqual({ enabled: true, codes_left: 10 })

  const { browser, answer, challenge } = await halfway(ada)
  expect(answer.body).toEqual({ two_factor: true, challenge: expect.stringMatching(/^nmc_/) })
  expect(answer.token).toBeNull()
  expect((await browser.get('/get-session')).body).toBeNull()
  const sessions = await app.services.db.read
    .selectFrom('session')
    .select('id')
    .where('userId', '=', ada.id)
    .execute()
  expect(sessions).toHaveLength(1)

  const tables = ['two_factor', 'recovery_codes', 'sign_in_challenges'] as const
  const rows = await Promise.all(
    tables.map(name => app.services.db.read.selectFrom(name).selectAll().execute()),
  )
  const stored = JSON.stringify(rows)
  for (const secret of [ada.secret, challenge, ada.codes[0]!]) expect(stored).not.toContain(secret)
  expect(stored).toContain(hashToken(challenge))

  expect(
    (await browser.post('/two-factor/verify', { challenge, code: wrongCode(ada.secret) })).body.code,
  ).toBe('INVALID_CODE')
  const passed = await browser.post('/two-factor/verify', { challenge, code: code(ada.secret) })
  expect(passed.status).toBe(200)
  expect(passed.token).toMatch(/^nms_/)
  expect((await browser.get('/get-session')).body.user.email).toBe(ada.email)
})

test('T05 T11 a code works once, a challenge for five attempts and five minutes', async () => {
  const ada = await withTwoFactor()
  const first = await halfway(ada)
  const second = await halfway(ada)
  const now = code(ada.secret)
  expect(
    (await first.browser.post('/two-factor/verify', { challenge: first.challenge, code: now })).status,
  ).toBe(200)
  expect(
    (await second.browser.post('/two-factor/verify', { challenge: second.challenge, code: now })).body.code,
  ).toBe('INVALID_CODE')
  expect(
    (await first.browser.post('/two-factor/verify', { challenge: first.challenge, code: now })).body.code,
  ).toBe('CHALLENGE_OVER')

  const guess = wrongCode(ada.secret)
  const third = await halfway(ada)
  for (let n = 0; n < 5; n++)
    expect(
      (await third.browser.post('/two-factor/verify', { challenge: third.challenge, code: guess })).body.code,
    ).toBe('INVALID_CODE')
  app.clock.now += 60_000
  const late = await third.browser.post('/two-factor/verify', {
    challenge: third.challenge,
    code: code(ada.secret),
  })
  expect([late.status, late.body.code]).toEqual([401, 'CHALLENGE_OVER'])

  const fourth = await halfway(ada)
  app.clock.now += 5 * 60_000
  const old = await fourth.browser.post('/two-factor/verify', {
    challenge: fourth.challenge,
    code: code(ada.secret),
  })
  expect(old.body.code).toBe('CHALLENGE_OVER')

  // A caller who knows the password and keeps guessing waits longer each time.
  const waits: number[] = []
  for (let n = 0; n < 10 && waits.length === 0; n++) {
    const next = await halfway(ada)
    const tried = await next.browser.post('/two-factor/verify', { challenge: next.challenge, code: guess })
    if (tried.status === 429) waits.push(Number(tried.headers.get('retry-after')))
  }
  expect(waits[0]).toBeGreaterThan(0)
})

test('ACC-02 a recovery code works once, new ones replace the old, and disabling requires a proof', async () => {
  const ada = await withTwoFactor()
  const first = await halfway(ada)
  const recovery = ada.codes[3]!
  const typed = ` ${recovery.toUpperCase().replaceAll('-', ' ')} `
  expect(
    (await first.browser.post('/two-factor/verify', { challenge: first.challenge, code: typed })).status,
  ).toBe(200)
  const second = await halfway(ada)
  expect(
    (await second.browser.post('/two-factor/verify', { challenge: second.challenge, code: recovery })).status,
  ).toBe(400)
  expect((await ada.browser.get('/two-factor')).body.codes_left).toBe(9)

  app.clock.now += 11 * 60_000
  expect((await ada.browser.post('/two-factor/off')).body.code).toBe('PROOF_NEEDED')
  expect((await ada.browser.post('/two-factor/begin', { password: ada.password })).body.code).toBe(
    'TWO_FACTOR_ON',
  )
  const renewed = await ada.browser.post('/two-factor/codes', { password: ada.password })
  const third = await halfway(ada)
  expect(
    (await third.browser.post('/two-factor/verify', { challenge: third.challenge, code: ada.codes[0] }))
      .status,
  ).toBe(400)
  expect(
    (
      await third.browser.post('/two-factor/verify', {
        challenge: third.challenge,
        code: renewed.body.codes[0],
      })
    ).status,
  ).toBe(200)
  expect((await ada.browser.post('/two-factor/off', { password: 'a guess' })).body.code).toBe(
    'INVALID_PASSWORD',
  )
  expect((await ada.browser.post('/two-factor/off', { password: ada.password })).status).toBe(200)
  expect((await halfway(ada)).answer.token).toMatch(/^nms_/)
})

test('ACC-02 calls of two windows at once set up one second factor, with one set of recovery codes', async () => {
  const browser = openBrowser(app)
  await browser.post('/sign-up/email', newAccount())
  const begun = await Promise.all(Array.from({ length: 3 }, () => browser.post('/two-factor/begin')))
  expect(begun.map(answer => answer.status)).toEqual(Array(3).fill(200))
  const { secret } = (await browser.post('/two-factor/begin')).body
  const confirmed = await Promise.all(
    [-1, 0, 1].map(step => browser.post('/two-factor/confirm', { code: code(secret, step) })),
  )
  expect(confirmed.filter(answer => answer.status === 200)).toHaveLength(1)
  await Promise.all(Array.from({ length: 3 }, () => browser.post('/two-factor/codes')))
  expect((await browser.get('/two-factor')).body.codes_left).toBe(10)
})
