import type { Attempts, Counted } from './attempts.ts'
import { pairKey } from './attempts.ts'
import { addressKey } from '../../http/addressKey.ts'

/** What of a request its limits look at. */
export interface Tried {
  email: string
  ip: string
  /** The sign-in that came along, for calls that count by it; else the address. */
  signIn: string
  /** The key of a caller who has shown that the account's mailbox is theirs; null for everybody else. */
  proved: string | null
}

/** How a counted try has ended. */
export interface TryEnd {
  status: number
  /** How the comparison of a given password with the stored one ended; undefined where there was none. */
  verified: boolean | undefined
  /** True when the call was turned away, or failed, before anything was looked at. */
  unseen: boolean
}

export interface AuthCall {
  /** The only fields of the body (the query for GET) that reach the sign-in library. */
  fields: readonly string[]
  /** What else reaches the library, made of the fields by us. */
  made?: (fields: Record<string, unknown>) => Record<string, unknown>
  /** True when sessions end by it. */
  ends?: true
  /** What is counted as a guess, by which key. */
  counts?: (tried: Tried) => readonly (readonly [Counted, string])[]
  /** True when it counts by the sign-in that comes along. */
  bySignIn?: true
  /**
   * What shows that a try was no guess: a password that was compared and is right, or a good answer. Without it every
   * try counts. An answer by itself shows nothing where a password is guessed: many calls are answered without one.
   */
  proves?: 'password' | 'success'
  /** What counts the calls that found an account of somebody else, which is answered with 422. */
  finds?: (tried: Tried) => readonly [Counted, string]
}

/** Counted whatever comes of it: they are about the mails, not about guesses. */
const mailCounts: readonly Counted[] = ['mailPair', 'mailAddress', 'mailAccount']
/** Forgotten at a right password: it was its owner who mistyped it before. */
const forgotten: readonly Counted[] = ['signInPair', 'signInProved', 'passwordSession']

/** Every call that takes a password of somebody who is signed in. */
const withPassword = {
  bySignIn: true,
  counts: ({ signIn }: Tried) => [['passwordSession', signIn]] as const,
  proves: 'password',
} as const

const mailed = ({ email, ip }: Tried): (readonly [Counted, string])[] => [
  ['mailPair', pairKey(email, ip)],
  ['mailAddress', addressKey(ip)],
  ['mailAccount', email],
]

function wishQuery(wish: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wish))
    if (typeof value === 'string' && value.length <= 2000) query.set(name, value)
  return query
}

/**
 * All of the sign-in library that can be reached. Redirect addresses are not among the fields: where a browser goes
 * next is decided by the sign-in site and the hand-over alone (T08).
 */
export const authCalls: Readonly<Record<string, AuthCall>> = {
  'POST /sign-up/email': {
    fields: ['name', 'email', 'password'],
    counts: ({ ip }) => [['signUpAddress', addressKey(ip)]],
    finds: ({ ip }) => ['signUpKnown', addressKey(ip)],
  },
  'POST /sign-in/email': {
    fields: ['email', 'password', 'pass'],
    counts: ({ email, ip, proved }) =>
      proved === null
        ? [
            ['signInPair', pairKey(email, ip)],
            ['signInAddress', addressKey(ip)],
            ['signInAccount', email],
          ]
        : [['signInProved', proved]],
    proves: 'password',
  },
  'POST /request-sign-in-link': { fields: ['email'], counts: mailed },
  'POST /sign-out': { fields: [], ends: true },
  'GET /get-session': { fields: [] },
  'POST /request-password-reset': { fields: ['email'], counts: mailed },
  // Spends nothing. A wrong key counts as one that is tried on the next call.
  'POST /check-reset-link': {
    fields: ['token'],
    counts: ({ ip }) => [['resetAddress', addressKey(ip)]],
    proves: 'success',
  },
  'POST /reset-password': {
    fields: ['newPassword', 'token', 'deleteApiKeys'],
    ends: true,
    counts: ({ ip }) => [['resetAddress', addressKey(ip)]],
    proves: 'success',
  },
  'POST /send-verification-email': { fields: ['email'], counts: mailed },
  'GET /verify-email': { fields: ['token'] },
  'POST /update-user': { fields: ['name'] },
  'GET /profile-state': { fields: [] },
  'POST /check-username': {
    fields: ['username'],
    counts: ({ ip }) => [['nameAddress', addressKey(ip)]],
  },
  'POST /update-profile': { fields: ['name', 'username'] },
  'POST /profile-image': {
    fields: [],
    bySignIn: true,
    counts: ({ signIn }) => [['imageSession', signIn]],
  },
  'POST /remove-profile-image': { fields: [] },
  'POST /change-email': {
    ...withPassword,
    fields: ['email', 'password'],
    counts: tried => [...mailed(tried), ...withPassword.counts(tried)],
  },
  'POST /confirm-email': {
    fields: ['token'],
    ends: true,
    counts: ({ ip }) => [['resetAddress', addressKey(ip)]],
    proves: 'success',
  },
  'GET /providers': { fields: [] },
  // Where the browser comes back to is our own login page with what the product sent along (T08).
  'POST /sign-in/social': {
    fields: ['state', 'code_challenge', 'redirect'],
    made: wish => ({
      provider: 'oidc',
      disableRedirect: true,
      callbackURL: `/accounts/login?${wishQuery(wish)}`,
      errorCallbackURL: `/accounts/login?${wishQuery({ ...wish, refused: '1' })}`,
    }),
    counts: ({ ip }) => [['providerAddress', addressKey(ip)]],
  },
  'GET /callback/oidc': { fields: ['code', 'state', 'error', 'error_description', 'iss'] },
  'GET /two-factor': { fields: [] },
  ...Object.fromEntries(
    ['begin', 'codes', 'off'].map(name => [
      `POST /two-factor/${name}`,
      { ...withPassword, fields: ['password'] } satisfies AuthCall,
    ]),
  ),
  'POST /two-factor/confirm': {
    ...withPassword,
    fields: ['code'],
    proves: 'success',
  },
  'POST /two-factor/verify': {
    fields: ['challenge', 'code'],
    counts: ({ ip }) => [['signInAddress', addressKey(ip)]],
    proves: 'success',
  },
  'GET /passkeys': { fields: [] },
  'POST /passkeys/begin': { ...withPassword, fields: ['password'] },
  'POST /passkeys/add': { fields: ['name', 'response'] },
  'POST /passkeys/rename': { fields: ['id', 'name'] },
  'POST /passkeys/remove': { ...withPassword, fields: ['id', 'password'] },
  'GET /passkeys/ask': { fields: [] },
  'POST /passkeys/sign-in': {
    fields: ['response'],
    counts: ({ ip }) => [['signInAddress', addressKey(ip)]],
    proves: 'success',
  },
  'POST /delete-account': {
    ...withPassword,
    fields: ['password'],
    ends: true,
  },
  'POST /change-password': {
    ...withPassword,
    // Every other session ends, asked for or not: whoever learned the old password is signed in somewhere (T03).
    fields: ['currentPassword', 'newPassword', 'deleteApiKeys'],
    ends: true,
  },
  'GET /list-sessions': { fields: [] },
  'POST /revoke-session': { fields: ['id'], ends: true },
  'POST /revoke-other-sessions': { fields: [], ends: true },
  'POST /revoke-sessions': { fields: [], ends: true },
  'POST /hand-over': { fields: ['client', 'state', 'code_challenge', 'redirect'] },
}

/** Counts a try and tells afterwards how it went. */
export interface Try {
  ended(end: TryEnd): void
}

/**
 * Begins a try when all that it counts for may be tried now.
 * @param exempt kinds that do not hold this caller up
 * @returns the seconds to wait, or the try
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
        if (came === 'none') attempts.takeBack(kind, key, id)
      }
      if (found && end.status === 422) attempts.begin(...found)
    },
  }
}

/** Returns whether a try was a guess, no guess at all, or showed who it was. */
function judgeAttempt(call: AuthCall, kind: Counted, end: TryEnd): 'guess' | 'none' | 'right' {
  if (call.proves === undefined || mailCounts.includes(kind)) return 'guess'
  if (end.unseen) return 'none'
  if (call.proves === 'success') return end.status < 400 ? 'none' : 'guess'
  if (end.verified === true) return forgotten.includes(kind) ? 'right' : 'none'
  // An address that nobody has an account for is told from a wrong password by nothing, the count included.
  if (end.verified === undefined && kind === 'passwordSession') return 'none'
  return 'guess'
}
