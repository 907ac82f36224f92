import { type AuthName, authOperations } from '@nestmark/contract/auth'
import type { AuthOperation } from '@nestmark/contract/authOperation'
import * as z from 'zod/mini'
import type { Attempts, Counted } from './attempts.ts'
import { pairKey } from './attempts.ts'
import { toAddressKey } from '../../http/addressKey.ts'

/** The parts of a request that the rate limits use. */
export interface Tried {
  email: string
  ip: string
  /** The request's sign-in, for calls that count by it; else the IP address. */
  signIn: string
  /** The key of a caller who has proved access to the account's mailbox; null for other callers. */
  proved: string | null
}

/** The result of a counted attempt. */
export interface TryEnd {
  status: number
  /** The result of comparing a given password with the stored one; undefined when there was no comparison. */
  verified: boolean | undefined
  /** True when the call was refused, or failed, before any check. */
  unseen: boolean
}

export interface AuthCall {
  /** The only fields of the body (the query for GET) that are passed to the sign-in library. */
  fields: readonly string[]
  /** Returns the fields for the library, computed from those of the request. */
  made?: (fields: Record<string, unknown>) => Record<string, unknown>
  /** True when the call ends sessions. */
  ends?: true
  /** What is counted as a guess, and by which key. */
  counts?: (tried: Tried) => readonly (readonly [Counted, string])[]
  /** True when the call counts by the request's sign-in. */
  bySignIn?: true
  /**
   * What proves that an attempt was not a guess: a password comparison that succeeded, or a successful response.
   * Without it every attempt counts. A response alone proves nothing where passwords can be guessed: many calls are
   * answered without a comparison.
   */
  proves?: 'password' | 'success'
  /** What counts calls that found another person's account, which are answered with 422. */
  finds?: (tried: Tried) => readonly [Counted, string]
}

/** Counted with any result: these limit emails, not guesses. */
const mailCounts: readonly Counted[] = ['mailPair', 'mailAddress', 'mailAccount']
/** Reset by a correct password: the owner mistyped it before. */
const forgotten: readonly Counted[] = ['signInPair', 'signInProved', 'passwordSession']

/** Applies to every call that takes a signed-in user's password. */
const withPassword = {
  bySignIn: true,
  counts: ({ signIn }: Tried) => [['passwordSession', signIn]] as const,
  proves: 'password',
} as const

const mailed = ({ email, ip }: Tried): (readonly [Counted, string])[] => [
  ['mailPair', pairKey(email, ip)],
  ['mailAddress', toAddressKey(ip)],
  ['mailAccount', email],
]

/** Applies to calls with the key of an emailed link. */
const byMailedKey = {
  counts: ({ ip }: Tried) => [['resetAddress', toAddressKey(ip)]] as const,
  proves: 'success',
} as const

/** Applies to sign-ins by a code or a signature. */
const byCode = {
  counts: ({ ip }: Tried) => [['signInAddress', toAddressKey(ip)]] as const,
  proves: 'success',
} as const

function wishQuery(wish: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wish))
    if (typeof value === 'string' && value.length <= 2000) query.set(name, value)
  return query
}

/** What the gateway limits beyond the fields of a call. Calls without a rule are not counted. */
const rules: Readonly<Partial<Record<AuthName, Omit<AuthCall, 'fields'>>>> = {
  signUpEmail: {
    counts: ({ ip }) => [['signUpAddress', toAddressKey(ip)]],
    finds: ({ ip }) => ['signUpKnown', toAddressKey(ip)],
  },
  signInEmail: {
    counts: ({ email, ip, proved }) =>
      proved === null
        ? [
            ['signInPair', pairKey(email, ip)],
            ['signInAddress', toAddressKey(ip)],
            ['signInAccount', email],
          ]
        : [['signInProved', proved]],
    proves: 'password',
  },
  requestSignInLink: { counts: mailed },
  // The browser returns to our own login page, with the fields that the product sent (T08).
  signInSocial: {
    made: wish => ({
      provider: 'oidc',
      disableRedirect: true,
      callbackURL: `/accounts/login?${wishQuery(wish)}`,
      errorCallbackURL: `/accounts/login?${wishQuery({ ...wish, refused: '1' })}`,
    }),
    counts: ({ ip }) => [['providerAddress', toAddressKey(ip)]],
  },
  sendVerificationEmail: { counts: mailed },
  signOut: { ends: true },
  revokeSession: { ends: true },
  revokeOtherSessions: { ends: true },
  revokeSessions: { ends: true },
  requestPasswordReset: { counts: mailed },
  // Does not use up the key. A wrong key counts like an attempt of the next call.
  checkResetLink: byMailedKey,
  resetPassword: { ...byMailedKey, ends: true },
  // Every other session ends, requested or not: a person who learned the old password may be signed in elsewhere
  // (T03).
  changePassword: { ...withPassword, ends: true },
  checkUsername: { counts: ({ ip }) => [['nameAddress', toAddressKey(ip)]] },
  uploadProfileImage: { bySignIn: true, counts: ({ signIn }) => [['imageSession', signIn]] },
  changeEmail: { ...withPassword, counts: tried => [...mailed(tried), ...withPassword.counts(tried)] },
  confirmEmail: { ...byMailedKey, ends: true },
  deleteAccount: { ...withPassword, ends: true },
  beginTwoFactor: withPassword,
  renewRecoveryCodes: withPassword,
  endTwoFactor: withPassword,
  confirmTwoFactor: { ...withPassword, proves: 'success' },
  passTwoFactor: byCode,
  beginPasskey: withPassword,
  removePasskey: withPassword,
  signInWithPasskey: byCode,
}

/** Returns the fields of an operation's input; none for a picture. */
function listFields({ input }: AuthOperation): readonly string[] {
  return input instanceof z.ZodMiniObject ? Object.keys(input.shape) : []
}

/**
 * All reachable calls of the sign-in library: the declared ones, with the declared fields. Redirect addresses are not
 * among the fields: only the sign-in site and the session handoff decide where a browser goes next (T08).
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
export interface Try {
  ended(end: TryEnd): void
}

/**
 * Begins an attempt when all its counters allow one now.
 * @param exempt counters that do not delay this caller
 * @returns the seconds to wait, or the attempt
 */
export function beginTry(
  attempts: Attempts,
  call: AuthCall,
  tried: Tried,
  exempt: ReadonlySet<Counted>,
): number | Try {
  const counted = call.counts?.(tried) ?? []
  const found = call.finds?.(tried)
  const held = [...counted, ...(found ? [found] : [])].filter(([kind]) => !exempt.has(kind))
  const wait = Math.max(0, ...held.map(([kind, key]) => attempts.wait(kind, key)))
  if (wait > 0) return wait
  const begun = counted.map(([kind, key]) => [kind, key, attempts.begin(kind, key)] as const)
  return {
    ended(end) {
      for (const [kind, key, id] of begun) {
        const came = judgeAttempt(call, kind, end)
        if (came === 'right') attempts.forget(kind, key)
        if (came === 'none') attempts.release(kind, key, id)
      }
      if (found && end.status === 422) attempts.begin(...found)
    },
  }
}

/** Returns whether an attempt was a guess, not a guess, or a proof of identity. */
function judgeAttempt(call: AuthCall, kind: Counted, end: TryEnd): 'guess' | 'none' | 'right' {
  if (call.proves === undefined || mailCounts.includes(kind)) return 'guess'
  if (end.unseen) return 'none'
  if (call.proves === 'success') return end.status < 400 ? 'none' : 'guess'
  if (end.verified === true) return forgotten.includes(kind) ? 'right' : 'none'
  // An address without an account is indistinguishable from a wrong password, the counting included.
  if (end.verified === undefined && kind === 'passwordSession') return 'none'
  return 'guess'
}
