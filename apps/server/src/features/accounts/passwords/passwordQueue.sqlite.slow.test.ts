import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordCost } from '../../../configuration/config.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { newAccount, program } from '../signIn/browser.testing.ts'
import { hashConcurrency } from './hashThreads.ts'
import { createPasswords } from './password.ts'

let app: TestApp
beforeAll(async () => {
  // A quarter of the real cost, and enough for a queue to build up.
  app = await startApp({ behindProxy: true, passwordCost: { ...passwordCost, n: passwordCost.n - 2 } })
})
afterAll(() => app.stop())

const from = (ip: string) => ({ 'x-forwarded-for': ip })

test('T11 rejects an IP address that requests endless hashing, and lets a sign-in from elsewhere pass it', async () => {
  const ada = newAccount()
  await program(app).post('/sign-up/email', ada, from('198.51.100.1'))
  const answers: { status: number; retryAfter: string | null }[] = []
  const of = (status: number) => answers.filter(answer => answer.status === status).length
  const perKey = Math.floor(hashConcurrency / 2)
  const leaving = new AbortController()
  const guesses = Array.from({ length: 60 }, async (_, n) => {
    const { status, headers } = await fetch(`${app.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from('203.0.113.9') },
      body: JSON.stringify({ email: `nobody${n}@example.org`, password: 'a wrong guess' }),
      signal: leaving.signal,
    })
    answers.push({ status, retryAfter: headers.get('retry-after') })
  })
  // Running and queued hashing per address is limited; further calls are refused immediately with Retry-After. How
  // many are refused depends on how fast the calls arrive.
  await expect.poll(() => guesses.length - answers.length).toBeLessThanOrEqual(24 + perKey)
  expect(of(429)).toBeGreaterThan(0)
  const before = of(401)
  expect((await program(app).post('/sign-in/email', ada, from('198.51.100.1'))).status).toBe(200)
  // The sign-in took as long as a few of their hashes; in a single shared queue it would have waited for two dozen.
  expect(of(401) - before).toBeLessThan(10)
  leaving.abort()
  await Promise.allSettled(guesses)
  expect(of(401) + of(429)).toBe(answers.length)
  for (const { status, retryAfter } of answers)
    if (status === 429) expect(Number(retryAfter)).toBeGreaterThan(0)
})

test('T11 a sign-in has priority over the sign-ups from the same address', async () => {
  const ada = newAccount()
  const ip = from('198.51.100.20')
  await program(app).post('/sign-up/email', ada, ip)
  let made = 0
  const signUps = Array.from({ length: 14 }, async () => {
    await program(app).post('/sign-up/email', newAccount(), ip)
    made += 1
  })
  await expect.poll(() => made).toBeGreaterThan(0)
  const before = made
  expect((await program(app).post('/sign-in/email', ada, ip)).status).toBe(200)
  expect(made - before).toBeLessThan(8)
  await Promise.all(signUps)
})

test('T11 responds 503 with Retry-After while the queue is full, and drops disconnected callers', async () => {
  const leaving = new AbortController()
  const all = hashConcurrency * 61 + 60
  const refused: { status: number; retryAfter: string | null; code: string }[] = []
  const calls = Array.from({ length: all }, async (_, n) => {
    const answer = await fetch(`${app.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(`2001:db8:${n.toString(16)}::1`) },
      body: JSON.stringify({ email: `crowd${n}@example.org`, password: 'a wrong guess' }),
      signal: leaving.signal,
    })
    const { code } = (await answer.json()) as { code: string }
    if (answer.status !== 401)
      refused.push({ status: answer.status, retryAfter: answer.headers.get('retry-after'), code })
  })
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  expect(refused[0]).toEqual({ status: 503, retryAfter: '5', code: 'SERVER_BUSY' })
  leaving.abort()
  await Promise.allSettled(calls)
  // The queue is empty again: it accepts its full length.
  const again = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      program(app).post('/sign-in/email', newAccount(), from(`2001:db8:ff${n}::1`)),
    ),
  )
  expect(again.map(answer => answer.status)).toEqual(again.map(() => 401))
})

test('T02 a hash with other parameters still verifies, and one of another format matches nothing', async () => {
  const { hash: hashPassword, verify: verifyPassword } = createPasswords(passwordCost)
  // N = 2^10, r = 4, p = 1, as an earlier version could have written it.
  const earlier = 'scrypt$10$4$1$AAAAAAAAAAAAAAAAAAAAAA$yfXXqM4s3qQ0Yc_iw3o3mNdIJIbSvWvzvvyEFPlkBYQ'
  const [, , , , salt] = earlier.split('$')
  const { scryptSync } = await import('node:crypto')
  const key = scryptSync('correct horse', Buffer.from(salt!, 'base64url'), 32, { N: 1024, r: 4, p: 1 })
  const hash = earlier.replace(/[^$]*$/, key.toString('base64url'))
  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
  expect(await verifyPassword(hash, 'wrong horse')).toBe(false)
  expect(await verifyPassword(earlier, 'correct horse')).toBe(false)
  for (const otherFormat of ['', 'bcrypt$1$2$3$4$5', 'scrypt$16$8$2$$'])
    expect(await verifyPassword(otherFormat, 'correct horse')).toBe(false)
  expect(await hashPassword('correct horse')).toMatch(/^scrypt\$16\$8\$2\$[\w-]{22}\$[\w-]{43}$/)
})
