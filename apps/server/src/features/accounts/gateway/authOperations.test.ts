import { authOperations } from '@nestmark/contract/auth/auth'
import type { AuthOperation } from '@nestmark/contract/auth/authOperation'
import type { BetterAuthPlugin } from 'better-auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { authCalls } from './authCalls.ts'
import { authEndpoints } from './authEndpoints.ts'
import { newAccount, openBrowser, program } from '../signIn/browser.testing.ts'
import { checkDeclared } from './declaredAnswer.testing.ts'
import { passkeyEndpoints } from '../signIn/passkeyEndpoints.ts'
import { passwordEndpoints } from '../passwords/passwordEndpoints.ts'
import { profileEndpoints } from '../profile/profileEndpoints.ts'
import { provider } from '../signIn/provider.ts'
import { twoFactorEndpoints } from '../secondFactor/twoFactorEndpoints.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ behindProxy: true })
})
afterAll(() => app.stop())

const declared = Object.entries<AuthOperation>(authOperations)

/** The operations that the gateway or the sign-in library itself answers. */
const elsewhere = [
  'getSession',
  'requestPasswordReset',
  'revokeSessions',
  'sendVerificationEmail',
  'signInEmail',
  'signInSocial',
  'signOut',
  'signUpEmail',
  'uploadProfileImage',
  'verifyEmail',
]

test('KEY-02 each endpoint of ours has the name, path and method of a declaration', () => {
  const plugins: BetterAuthPlugin[] = [
    ...provider({ oidc: null }),
    ...[authEndpoints, passkeyEndpoints, passwordEndpoints, profileEndpoints, twoFactorEndpoints].map(make =>
      make(app.services),
    ),
  ]
  const ours = plugins.flatMap(({ endpoints }) =>
    Object.entries(endpoints ?? {}).map(
      ([name, { path, options }]) => `${name} ${String(options.method)} ${path}`,
    ),
  )
  const expected = declared
    .filter(([name]) => !elsewhere.includes(name))
    .map(([name, { method, path }]) => `${name} ${method} ${path}`)
  expect(ours.sort()).toEqual(expected.sort())
})

test('KEY-02 the gateway accepts only the declared calls, and the redirect of the provider', () => {
  const calls = declared.map(([, { method, path }]) => `${method} ${path}`)
  expect(Object.keys(authCalls).sort()).toEqual([...calls, 'GET /callback/oidc'].sort())
})

test('KEY-02 the server has every declared call, and requires a session where the declaration does', async () => {
  let caller = 0
  for (const [name, { method, path, access }] of declared) {
    const from = { 'x-forwarded-for': `203.0.113.${++caller}` }
    const { status, body } = await (method === 'GET'
      ? program(app).get(path, from)
      : program(app).post(path, {}, from))
    // The input is checked before the session.
    if (body?.code !== 'VALIDATION_ERROR')
      expect([name, body?.code === 'UNAUTHORIZED']).toEqual([name, access === 'account'])
    // Without a provider its library is not loaded.
    if (name !== 'signInSocial') expect([name, status]).not.toEqual([name, 404])
  }
})

test('finds an answer with an undeclared field, code or status', async () => {
  const { status, body } = await openBrowser(app).post('/sign-up/email', newAccount())
  const check = (answer: { status: number; body: unknown }) => () =>
    checkDeclared('POST', '/sign-up/email', answer)
  expect(check({ status, body })).not.toThrow()
  expect(check({ status, body: { ...body, more: 1 } })).toThrow('every field')
  expect(check({ status, body: { ...body, user: { ...body.user, more: 1 } } })).toThrow('every field')
  expect(check({ status, body: { token: body.token } })).toThrow('does not declare the answer')
  expect(check({ status: 400, body: { code: 'INVALID_CODE' } })).toThrow('the refusal')
  expect(check({ status: 409, body: { code: 'INVALID_NAME' } })).toThrow('the refusal')
  expect(() => checkDeclared('GET', '/ok', { status: 200, body: {} })).toThrow('is not declared')
})
