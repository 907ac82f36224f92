import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsSent, startApp, type TestApp } from '../../../test/support/app.ts'
import { Attempts } from './attempts.ts'
import { type Answer, newAccount, openBrowser, program } from './browser.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ behindProxy: true })
})
afterAll(() => app.stop())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
let addresses = 0
const newAddress = () => `2001:db8:${(++addresses).toString(16)}::1`

async function signedUp() {
  const ada = newAccount()
  await program(app).post('/sign-up/email', ada, from(newAddress()))
  return ada
}

/**
 * Guesses until a guess is refused.
 * @returns the number of guesses that were checked
 */
async function guessUntilHeldUp(guess: () => Promise<Answer>, most: number): Promise<number> {
  for (let n = 0; n < most; n++) if ((await guess()).status === 429) return n
  return most
}

/** Bodies that no page sends, refused without checking a password. */
const malformed = [
  { password: 12345678 },
  { password: null },
  { password: ['a wrong guess'] },
  { password: { $ne: '' } },
  {},
  { password: 'x'.repeat(200) },
]

test('T11 a malformed sign-in does not reset the count of earlier guesses', async () => {
  const { email } = await signedUp()
  const ip = newAddress()
  const post = (body: object, headers = {}) =>
    program(app).post('/sign-in/email', { email, ...body }, { ...from(ip), ...headers })
  for (let n = 0; n < 2; n++) expect((await post({ password: 'a wrong guess' })).status).toBe(401)
  for (const body of malformed) expect((await post(body)).status).toBe(400)
  const otherOrigin = { origin: 'https://evil.example', cookie: 'a=1' }
  expect((await post({ password: 'a wrong guess' }, otherOrigin)).status).toBe(403)
  // 20 attempts are free per account and address, valid or malformed: none of the earlier ones was reset.
  const more = await guessUntilHeldUp(() => post({ password: 5 }), 40)
  expect(more).toBeLessThan(20)
})

test('T11 only the correct password resets the count of earlier guesses', async () => {
  const ada = await signedUp()
  const ip = newAddress()
  const post = (password: string) =>
    program(app).post('/sign-in/email', { email: ada.email, password }, from(ip))
  const malformedTry = () => program(app).post('/sign-in/email', { email: ada.email, password: 5 }, from(ip))
  for (let n = 0; n < 15; n++) expect((await malformedTry()).status).toBe(400)
  expect((await post(ada.password)).status).toBe(200)
  for (let n = 0; n < 15; n++) expect((await malformedTry()).status).toBe(400)
})

test('T11 a reverted attempt leaves the waits caused by others', () => {
  const attempts = new Attempts(() => 0)
  const own = attempts.begin('signInAddress', 'ada')
  for (let n = 0; n < 101; n++) attempts.begin('signInAddress', 'ada')
  const wait = attempts.wait('signInAddress', 'ada')
  expect(wait).toBeGreaterThan(0)
  // A sign-in to the guesser's own account was in progress during the test.
  attempts.release('signInAddress', 'ada', own)
  expect(attempts.wait('signInAddress', 'ada')).toBe(wait)
  const last = attempts.begin('signInAddress', 'ada')
  attempts.release('signInAddress', 'ada', last)
  expect(attempts.wait('signInAddress', 'ada')).toBe(wait)
})

test('T11 in a stolen session, calls that need no password do not reset the count of guesses', async () => {
  const browser = openBrowser(app)
  const ip = from(newAddress())
  await browser.post('/sign-up/email', newAccount(), ip)
  const guess = async () => {
    for (const [path, body] of [
      ['/two-factor/begin', {}],
      ['/passkeys/begin', {}],
      ['/passkeys/remove', { id: 'none' }],
      ['/two-factor/begin', { password: 5 }],
    ] as const)
      await browser.post(path, body, ip)
    return browser.post('/change-password', { currentPassword: 'wrong one', newPassword: 'hijacked!' }, ip)
  }
  // Five are free; on a busy machine a guess can take longer than the first waits.
  expect(await guessUntilHeldUp(guess, 20)).toBeLessThan(20)
})

test('T11 other headers in addition to the session do not make its guesses another caller’s', async () => {
  const browser = openBrowser(app)
  const ip = from(newAddress())
  await browser.post('/sign-up/email', newAccount(), ip)
  let n = 0
  const guess = () => {
    browser.cookies.set('junk', String(n++))
    return browser.post('/change-password', { currentPassword: 'wrong one', newPassword: 'hijacked!' }, ip)
  }
  expect(await guessUntilHeldUp(guess, 20)).toBeLessThan(20)
})

/**
 * Guesses from many addresses until all unknown addresses are refused. A value that is not a password counts, and
 * costs no hash.
 */
async function lockOut(email: string): Promise<void> {
  const guess = () => program(app).post('/sign-in/email', { email, password: 5 }, from(newAddress()))
  expect(await guessUntilHeldUp(guess, 200)).toBeLessThan(200)
}

/**
 * Returns the refusal of a sign-in to an account that is locked out. The first waits are short, so it may take some
 * rounds.
 */
async function heldUp(email: string, attempt: () => Promise<Answer>): Promise<Answer | undefined> {
  for (let round = 0; round < 10; round++) {
    await lockOut(email)
    const answer = await attempt()
    if (answer.status === 429) return answer
  }
  return undefined
}

async function linkIn(email: string, page: string): Promise<string> {
  await mailsSent(app)
  const dir = join(app.services.config.dataDir, 'outbox')
  const texts = readdirSync(dir)
    .sort()
    .map(name =>
      readFileSync(join(dir, name), 'utf8')
        .replace(/=\r?\n/g, '')
        .replaceAll('=3D', '='),
    )
  const text = texts.findLast(
    each => each.includes(`To: ${email}`) && each.includes(`/accounts/${page}?token=`),
  )
  return decodeURIComponent(/token=(\S+)/.exec(text!)![1]!)
}

/** Signs in from an address without earlier sessions of the account. */
const signInFrom = (ip: string, email: string, password: string, pass?: string) =>
  program(app).post('/sign-in/email', { email, password, ...(pass ? { pass } : {}) }, from(ip))

test("T11 an owner locked out of a new address by other people's guesses can sign in with an emailed link", async () => {
  const ada = await signedUp()
  const ip = newAddress()
  const refused = await heldUp(ada.email, () => signInFrom(ip, ada.email, ada.password))
  expect(refused?.body.code).toBe('TOO_MANY_REQUESTS')
  expect(refused?.body.message).toContain('link')
  const asked = await program(app).post('/request-sign-in-link', { email: ada.email }, from(ip))
  expect(asked.status).toBe(200)
  const pass = await linkIn(ada.email, 'login')
  // The link does not sign in by itself, and a forged one bypasses nothing.
  const forged = `${pass.slice(0, -2)}${pass.endsWith('AA') ? 'BB' : 'AA'}`
  const attempt = () => signInFrom(newAddress(), ada.email, ada.password, forged)
  expect(await heldUp(ada.email, attempt)).toBeDefined()
  await lockOut(ada.email)
  expect((await signInFrom(ip, ada.email, 'a wrong guess', pass)).status).toBe(401)
  await lockOut(ada.email)
  expect((await signInFrom(newAddress(), ada.email, ada.password, pass)).status).toBe(200)
})

test('T11 limits guesses with an emailed link', async () => {
  const ada = await signedUp()
  await lockOut(ada.email)
  await program(app).post('/request-sign-in-link', { email: ada.email }, from(newAddress()))
  const pass = await linkIn(ada.email, 'login')
  const guess = () =>
    program(app).post('/sign-in/email', { email: ada.email, password: 5, pass }, from(newAddress()))
  expect(await guessUntilHeldUp(guess, 30)).toBeLessThan(30)
})

test('T03 T11 an emailed login link expires after an hour, and with a new password', async () => {
  const ada = await signedUp()
  await lockOut(ada.email)
  await program(app).post('/request-sign-in-link', { email: ada.email }, from(newAddress()))
  const pass = await linkIn(ada.email, 'login')
  const started = app.clock.now
  app.clock.now = started + 3_600_001
  const late = () => signInFrom(newAddress(), ada.email, ada.password, pass)
  expect(await heldUp(ada.email, late)).toBeDefined()
  app.clock.now = started
  await program(app).post('/request-password-reset', { email: ada.email }, from(newAddress()))
  const token = await linkIn(ada.email, 'reset-password')
  const next = 'another horse 1'
  await program(app).post('/reset-password', { newPassword: next, token }, from(newAddress()))
  expect(await heldUp(ada.email, () => signInFrom(newAddress(), ada.email, next, pass))).toBeDefined()
})

test('T11 a password reset by email allows a sign-in from the same address immediately', async () => {
  const ada = await signedUp()
  await lockOut(ada.email)
  const ip = newAddress()
  await program(app).post('/request-password-reset', { email: ada.email }, from(ip))
  const token = await linkIn(ada.email, 'reset-password')
  const next = 'another horse 1'
  expect((await program(app).post('/reset-password', { newPassword: next, token }, from(ip))).status).toBe(
    200,
  )
  expect(await heldUp(ada.email, () => signInFrom(newAddress(), ada.email, next))).toBeDefined()
  expect((await signInFrom(ip, ada.email, next)).status).toBe(200)
})

test('T11 requesting a login link does not reveal whether an account exists', async () => {
  const ada = await signedUp()
  const ask = (email: string) => program(app).post('/request-sign-in-link', { email }, from(newAddress()))
  const known = await ask(ada.email)
  const unknown = await ask('nobody@example.org')
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  const refused = await heldUp('nobody@example.org', () =>
    signInFrom(newAddress(), 'nobody@example.org', 'a wrong guess'),
  )
  expect(refused?.body.message).toContain('link')
})

test('Z16 delays a caller who probes sign-up for existing accounts soon, and not one who signs up', async () => {
  const known = await Promise.all(Array.from({ length: 8 }, async () => await signedUp()))
  const ip = from(newAddress())
  const asked: number[] = []
  for (const person of known) asked.push((await program(app).post('/sign-up/email', person, ip)).status)
  expect(asked.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
  expect(asked.slice(5)).toContain(429)
  expect(asked.filter(status => status === 422).length).toBeLessThanOrEqual(6)
  const own = from(newAddress())
  for (let n = 0; n < 6; n++)
    expect((await program(app).post('/sign-up/email', newAccount(), own)).status).toBe(200)
})

test('T11 one address can sign up a few times in a row, then ever more slowly', async () => {
  const ip = from(newAddress())
  // An invalid registration costs no hash and is counted, too.
  const tryOnce = () => program(app).post('/sign-up/email', { ...newAccount(), password: 'short' }, ip)
  const all = await Promise.all(Array.from({ length: 40 }, tryOnce))
  const seen = all.filter(answer => answer.status === 400).length
  expect(seen).toBeGreaterThanOrEqual(20)
  expect(seen).toBeLessThan(30)
  const refused = all.find(answer => answer.status === 429)!
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
