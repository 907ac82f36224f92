import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { toAddressKey } from '../../../calls/addressKey.ts'
import { Attempts, type Counted } from './attempts.ts'
import { authCalls, startAttempt, type StartedAttempt } from '../gateway/authCalls.ts'
import { newAccount, openBrowser, program } from './browser.testing.ts'
import { isKnownAddress } from '../../session/sessionStore.ts'

let app: TestApp
beforeAll(async () => {
  // Behind a proxy, so that the tests can set the caller's IP address.
  app = await startApp({ behindProxy: true })
})
afterAll(() => app.stop())

const from = (ip: string) => ({ 'x-forwarded-for': ip })

test('T11 the wait grows with each guess, and resets after a time without guesses', () => {
  let now = 0
  const attempts = new Attempts(() => now)
  for (let i = 0; i < 19; i++) attempts.begin('signInPair', 'ada')
  expect(attempts.wait('signInPair', 'ada')).toBe(0)
  const waits: number[] = []
  for (let i = 0; i < 12; i++) {
    attempts.begin('signInPair', 'ada')
    waits.push(attempts.wait('signInPair', 'ada'))
    now += waits.at(-1)! * 1000
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  expect(attempts.wait('signInPair', 'willem')).toBe(0)
  now += 3_600_001
  attempts.begin('signInPair', 'ada')
  expect(attempts.wait('signInPair', 'ada')).toBe(0)
})

test('T11 an address is one IPv4 address or one IPv6 network', () => {
  expect(toAddressKey('192.0.2.7')).toBe('192.0.2.7')
  expect(toAddressKey('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(toAddressKey('2001:db8:0:1::1')).toBe(toAddressKey('2001:db8:0:1:ffff::9'))
  expect(toAddressKey('2001:db8:0:1::1')).not.toBe(toAddressKey('2001:db8:0:2::1'))
})

test('T11 slows down the guesser of passwords, with Retry-After, and does not lock out the owner', async () => {
  const ada = newAccount()
  await program(app).post('/sign-up/email', ada, from('198.51.100.1'))
  // A value that is not a password counts like a wrong one, and takes no time to check.
  const guess = (password: unknown = 5) =>
    program(app).post('/sign-in/email', { email: ada.email, password }, from('203.0.113.9'))
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => guess(n % 6 === 0 ? 'a wrong guess' : 5)),
  )
  // 20 attempts are free. On a busy machine a first short wait can end while they arrive.
  const seen = answers.filter(answer => [400, 401].includes(answer.status)).length
  expect(seen).toBeGreaterThanOrEqual(20)
  expect(seen).toBeLessThan(30)
  const refused = answers.find(answer => answer.status === 429)!
  expect(refused.body.code).toBe('TOO_MANY_REQUESTS')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await guess()).status).toBeOneOf([400, 429])
  const right = { email: ada.email, password: ada.password }
  expect((await program(app).post('/sign-in/email', right, from('198.51.100.1'))).status).toBe(200)
  expect((await program(app).post('/sign-in/email', right, from('198.51.100.77'))).status).toBe(200)
})

test('T11 slows down a guesser with many addresses too, and the owner can still sign in from a known address', async () => {
  const ada = newAccount()
  await program(app).post('/sign-up/email', ada, from('198.51.100.2'))
  const { read } = app.services.db
  const knows = (ip: string, email = ada.email) =>
    isKnownAddress(read, email, toAddressKey(ip), app.clock.now)
  expect([await knows('198.51.100.2'), await knows('192.0.2.1')]).toEqual([true, false])
  expect(await knows('198.51.100.2', 'willem@example.org')).toBe(false)

  const attempts = new Attempts(() => 0)
  const call = authCalls['POST /sign-in/email']!
  const tryFrom = (ip: string, exempt: Counted[] = []) =>
    startAttempt(attempts, call, { email: ada.email, ip, signIn: '', proved: null }, new Set(exempt))
  for (let n = 0; n < 50; n++)
    (tryFrom(`192.0.2.${n}`) as StartedAttempt).finish({ status: 401, verified: false, unchecked: false })
  expect(tryFrom('192.0.2.99')).toBeGreaterThan(0)
  expect(tryFrom('198.51.100.2', ['signInAccount'])).toBeTypeOf('object')
})

test('T11 does not count correct passwords', async () => {
  const ada = newAccount()
  await program(app).post('/sign-up/email', ada)
  const both = await Promise.all(Array.from({ length: 5 }, () => program(app).post('/sign-in/email', ada)))
  expect(both.every(answer => answer.status === 200)).toBe(true)
  for (let i = 0; i < 2; i++) expect((await program(app).post('/sign-in/email', ada)).status).toBe(200)
})

test('T11 limits emails to one address for all callers together', async () => {
  const { email } = newAccount()
  const ask = (ip: string) => program(app).post('/request-password-reset', { email }, from(ip))
  for (let i = 0; i < 3; i++) expect((await ask('203.0.113.20')).status).toBe(200)
  expect((await ask('203.0.113.20')).status).toBe(429)
  const others = await Promise.all(Array.from({ length: 12 }, (_, i) => ask(`203.0.113.${30 + i}`)))
  expect(others.filter(answer => answer.status === 200)).toHaveLength(7)
})

test('T11 slows down guesses of the current password in a stolen session', async () => {
  const browser = openBrowser(app)
  await browser.post('/sign-up/email', newAccount())
  const guess = () =>
    browser.post('/change-password', { currentPassword: 'wrong one', newPassword: 'hijacked!' })
  for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(400)
  // On a busy machine a guess can take longer than the first waits; each is twice as long as the one before.
  const more: number[] = []
  while (more.length < 6 && !more.includes(429)) more.push((await guess()).status)
  expect(more).toContain(429)
})
