import { type AuthName, authOperations } from '@nestmark/contract/auth/auth'
import type { AuthOperation } from '@nestmark/contract/auth/authOperation'
import * as z from 'zod/mini'
import type { Attempts, Counted } from '../signIn/attempts.ts'
import { pairKey } from '../signIn/attempts.ts'
import { toAddressKey } from '../../../calls/addressKey.ts'

/** The parts of a request that the rate limits use. */
export interface Attempt {
  email: string
  ip: string
  /** The request's sign-in, for calls that count by it; else the IP address. */
  signIn: string
  /** The key of a caller who has proved access to the account's mailbox; null for other callers. */
  proved: string | null
}

/** The result of a counted attempt. */
interface AttemptResult {
  status: number
  /** The result of comparing a given password with the stored one; undefined when there was no comparison. */
  verified: boolean | undefined
  /** True when the call was refused, or failed, before any check. */
  unchecked: boolean
}

export interface AuthCall {
  /** The only fields of the body (the query for GET) that are passed to the sign-in library. */
  fields: readonly string[]
  /** Returns the fields for the library, computed from those of the request. */
  buildBody?: (fields: Record<string, unknown>) => Record<string, unknown>
  /** True when the call ends sessions. */
  endsSessions?: true
  /** What is counted as a guess, and by which key. */
  limitKeys?: (attempt: Attempt) => readonly (readonly [Counted, string])[]
  /** True when the call counts by the request's sign-in. */
  bySignIn?: true
  /**
   * What proves that an attempt was not a guess: a password comparison that succeeded, or a successful response.
   * Without it every attempt counts. A response is no proof where passwords can be guessed: many calls are answered
   * without a comparison.
   */
  proof?: 'password' | 'success'
  /** What counts calls that found another person's account, which are answered with 422. */
  enumerationKey?: (attempt: Attempt) => readonly [Counted, string]
}

/** Counted with any result: these limit emails, not guesses. */
const mailCounts: readonly Counted[] = ['mailPair', 'mailAddress', 'mailAccount']
/** Reset by a correct password: the owner mistyped it before. */
const resetByPassword: readonly Counted[] = ['signInPair', 'signInProved', 'passwordSession']

/** Applies to every call that takes a signed-in user's password. */
const withPassword = {
  bySignIn: true,
  limitKeys: ({ signIn }: Attempt) => [['passwordSession', signIn]] as const,
  proof: 'password',
} as const

const mailed = ({ email, ip }: Attempt): (readonly [Counted, string])[] => [
  ['mailPair', pairKey(email, ip)],
  ['mailAddress', toAddressKey(ip)],
  ['mailAccount', email],
]

/** Applies to calls with the key of an emailed link. */
const byMailedKey = {
  limitKeys: ({ ip }: Attempt) => [['resetAddress', toAddressKey(ip)]] as const,
  proof: 'success',
} as const

/** Applies to sign-ins by a code or a signature. */
const byCode = {
  limitKeys: ({ ip }: Attempt) => [['signInAddress', toAddressKey(ip)]] as const,
  proof: 'success',
} as const

function buildQuery(input: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    if (typeof value === 'string' && value.length <= 2000) query.set(name, value)
  return query
}

/** What the gateway limits beyond the fields of a call. Calls without a rule are not counted. */
const rules: Readonly<Partial<Record<AuthName, Omit<AuthCall, 'fields'>>>> = {
  signUpEmail: {
    limitKeys: ({ ip }) => [['signUpAddress', toAddressKey(ip)]],
    enumerationKey: ({ ip }) => ['signUpKnown', toAddressKey(ip)],
  },
  signInEmail: {
    limitKeys: ({ email, ip, proved }) =>
      proved === null
        ? [
            ['signInPair', pairKey(email, ip)],
            ['signInAddress', toAddressKey(ip)],
            ['signInAccount', email],
          ]
        : [['signInProved', proved]],
    proof: 'password',
  },
  requestSignInLink: { limitKeys: mailed },
  // The browser returns to our own login page, with the fields that the product sent (T08).
  signInSocial: {
    buildBody: input => ({
      provider: 'oidc',
      disableRedirect: true,
      callbackURL: `/accounts/login?${buildQuery(input)}`,
      errorCallbackURL: `/accounts/login?${buildQuery({ ...input, refused: '1' })}`,
    }),
    limitKeys: ({ ip }) => [['providerAddress', toAddressKey(ip)]],
  },
  sendVerificationEmail: { limitKeys: mailed },
  signOut: { endsSessions: true },
  revokeSession: { endsSessions: true },
  revokeOtherSessions: { endsSessions: true },
  revokeSessions: { endsSessions: true },
  requestPasswordReset: { limitKeys: mailed },
  // Does not use up the key. A wrong key counts like an attempt of the next call.
  checkResetLink: byMailedKey,
  resetPassword: { ...byMailedKey, endsSessions: true },
  // Every other session ends, requested or not: a person who learned the old password may be signed in elsewhere
  // (T03).
  changePassword: { ...withPassword, endsSessions: true },
  checkUsername: { limitKeys: ({ ip }) => [['nameAddress', toAddressKey(ip)]] },
  uploadProfileImage: { bySignIn: true, limitKeys: ({ signIn }) => [['imageSession', signIn]] },
  changeEmail: {
    ...withPassword,
    limitKeys: attempt => [...mailed(attempt), ...withPassword.limitKeys(attempt)],
  },
  confirmEmail: { ...byMailedKey, endsSessions: true },
  deleteAccount: { ...withPassword, endsSessions: true },
  createTwoFactorSecret: withPassword,
  renewRecoveryCodes: withPassword,
  disableTwoFactor: withPassword,
  confirmTwoFactor: { ...withPassword, proof: 'success' },
  verifyTwoFactor: byCode,
  getPasskeyRegistrationOptions: withPassword,
  removePasskey: withPassword,
  signInWithPasskey: byCode,
}

/** Returns the fields of an operation's input; none for a picture. */
function listFields({ input }: AuthOperation): readonly string[] {
  return input instanceof z.ZodMiniObject ? Object.keys(input.shape) : []
}

/**
 * All reachable calls of the sign-in library: the declared ones, with the declared fields. Redirect addresses are
 * not among the fields: only the sign-in site and the session handoff decide where a browser is redirected next
 * (T08).
 */
export const authCalls: Readonly<Record<string, AuthCall>> = {
  ...Object.fromEntries(
    Object.entries<AuthOperation>(authOperations).map(([name, op]) => [
      `${op.method} ${op.path}`,
      { fields: listFields(op), ...rules[name as AuthName] },
    ]),
  ),
  // Not a call of the page: the provider sends the browser here, and the answer is a redirect.
  'GET /callback/oidc': { fields: ['code', 'state', 'error', 'error_description', 'iss'] },
}

/** A counted attempt, which receives its result afterwards. */
export interface StartedAttempt {
  finish(end: AttemptResult): void
}

/**
 * Begins an attempt when all its counters allow one now.
 * @param exempt counters that do not delay this caller
 * @returns the seconds to wait, or the attempt
 */
export function startAttempt(
  attempts: Attempts,
  call: AuthCall,
  attempt: Attempt,
  exempt: ReadonlySet<Counted>,
): number | StartedAttempt {
  const counted = call.limitKeys?.(attempt) ?? []
  const found = call.enumerationKey?.(attempt)
  const counters = [...counted, ...(found ? [found] : [])].filter(([kind]) => !exempt.has(kind))
  const wait = Math.max(0, ...counters.map(([kind, key]) => attempts.wait(kind, key)))
  if (wait > 0) return wait
  const begun = counted.map(([kind, key]) => [kind, key, attempts.begin(kind, key)] as const)
  return {
    finish(end) {
      for (const [kind, key, id] of begun) {
        const verdict = judgeAttempt(call, kind, end)
        if (verdict === 'right') attempts.forget(kind, key)
        if (verdict === 'none') attempts.release(kind, key, id)
      }
      if (found && end.status === 422) attempts.begin(...found)
    },
  }
}

/** Returns whether an attempt was a guess, not a guess, or a proof of identity. */
function judgeAttempt(call: AuthCall, kind: Counted, end: AttemptResult): 'guess' | 'none' | 'right' {
  if (call.proof === undefined || mailCounts.includes(kind)) return 'guess'
  if (end.unchecked) return 'none'
  if (call.proof === 'success') return end.status < 400 ? 'none' : 'guess'
  if (end.verified === true) return resetByPassword.includes(kind) ? 'right' : 'none'
  // An address without an account is indistinguishable from a wrong password, the counting included.
  if (end.verified === undefined && kind === 'passwordSession') return 'none'
  return 'guess'
}
