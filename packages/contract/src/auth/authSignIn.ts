import * as z from 'zod/mini'
import { authOperation } from './authOperation.ts'
import { accountUser } from './authShapes.ts'

export const signUpEmail = authOperation({
  path: '/sign-up/email',
  access: 'anyone',
  summary:
    'Creates an account. Where the server sends email, the address must be confirmed first: `token` is then null. Otherwise the browser is signed in, and the response header set-auth-token contains the bearer token.',
  input: z.object({ name: z.string(), email: z.string(), password: z.string() }),
  output: z.object({ token: z.nullable(z.string()), user: accountUser }),
  errors: [
    'INVALID_NAME',
    'INVALID_EMAIL',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'PASSWORD_TOO_COMMON',
    'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    'FAILED_TO_CREATE_USER',
  ],
})

export const signInEmail = authOperation({
  path: '/sign-in/email',
  access: 'anyone',
  summary:
    'Signs in with a password. The response header set-auth-token contains the bearer token. With two-factor authentication the answer has a `challenge` instead, which two-factor/verify completes. `pass` is the token of a link by request-sign-in-link, or empty.',
  input: z.object({ email: z.string(), password: z.string(), pass: z.optional(z.string()) }),
  output: z.union([
    z.object({ redirect: z.literal(false), token: z.string(), user: accountUser }),
    z.object({ two_factor: z.literal(true), challenge: z.string() }),
  ]),
  errors: ['INVALID_EMAIL', 'PASSWORD_TOO_LONG', 'INVALID_EMAIL_OR_PASSWORD', 'EMAIL_NOT_VERIFIED'],
})

export const requestSignInLink = authOperation({
  path: '/request-sign-in-link',
  access: 'anyone',
  summary:
    'Sends an email with a link to the login page that bypasses the limits for too many tries; where the server sends no email, it is a file for the operator. The password is still required. The answer is the same for an address without an account.',
  input: z.object({ email: z.email() }),
  errors: ['INVALID_EMAIL'],
})

export const verifyEmail = authOperation({
  path: '/verify-email',
  method: 'GET',
  access: 'anyone',
  summary: "Confirms a new account's address with the token of the email. It does not sign in.",
  input: z.object({ token: z.string() }),
  output: z.object({ status: z.literal(true), user: z.null() }),
  errors: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND'],
  statuses: { INVALID_TOKEN: 401 },
})

export const sendVerificationEmail = authOperation({
  path: '/send-verification-email',
  access: 'anyone',
  summary: "Sends the email that confirms a new account's address once more.",
  input: z.object({ email: z.string() }),
  errors: ['INVALID_EMAIL', 'VERIFICATION_EMAIL_NOT_ENABLED'],
})

export const listProviders = authOperation({
  path: '/providers',
  method: 'GET',
  access: 'anyone',
  summary: 'Returns the name of the OpenID Connect provider; null where none is configured.',
  output: z.object({ oidc: z.nullable(z.string()) }),
})

export const signInSocial = authOperation({
  path: '/sign-in/social',
  access: 'anyone',
  summary:
    'Begins a sign-in with the OpenID Connect provider, and returns its address. The provider returns the browser to the login page, which gets the fields of this call.',
  input: z.object({
    state: z.optional(z.string()),
    code_challenge: z.optional(z.string()),
    redirect: z.optional(z.string()),
  }),
  output: z.object({ url: z.string(), redirect: z.literal(false) }),
  errors: ['PROVIDER_NOT_FOUND'],
})

export const startSessionHandoff = authOperation({
  path: '/hand-over',
  access: 'account',
  summary:
    'Creates the one-time code with which a browser that is signed in here gets a session of the product (PKCE, S256). `url` leads to the product with this code; `has_account` is true when the product has been used before.',
  input: z.object({
    client: z.optional(z.literal('app')),
    state: z.string().check(z.minLength(16), z.maxLength(200)),
    code_challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    redirect: z.optional(z.string()),
  }),
  output: z.object({ code: z.string(), url: z.string(), has_account: z.boolean() }),
  errors: ['SIGN_IN_NEEDED'],
})
