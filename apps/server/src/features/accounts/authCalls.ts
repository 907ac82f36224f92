import type { Attempts, Counted } from './attempts.ts'
import { pairKey } from './attempts.ts'
import { addressKey } from '../../http/addressKey.ts'

/** What of a request its limits look at. */
export interface Tried {
  email: string
  ip: string
  /** The bearer token or cookie that came along. */
  credential: string
}

export interface AuthCall {
  /** The only fields of the body (the query for GET) that reach the sign-in library. */
  fields: readonly string[]
  /** Fields that are what they are here, whatever the caller sends. */
  fixed?: Record<string, unknown>
  /** What else reaches the library, made of the fields by us. */
  made?: (fields: Record<string, unknown>) => Record<string, unknown>
  /** True when sessions end by it. */
  ends?: true
  /** What is counted as a guess, by which key. */
  counts?: (tried: Tried) => (readonly [Counted, string])[]
  /** True for an answer that shows the try was no guess of this kind. Without it every try counts. */
  rightful?: (status: number, kind: Counted) => boolean
}

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
  },
  'POST /sign-in/email': {
    fields: ['email', 'password'],
    counts: ({ email, ip }) => [
      ['signInPair', pairKey(email, ip)],
      ['signInAddress', addressKey(ip)],
      ['signInAccount', email],
    ],
    rightful: status => status !== 401,
  },
  'POST /sign-out': { fields: [], ends: true },
  'GET /get-session': { fields: [] },
  'POST /request-password-reset': { fields: ['email'], counts: mailed },
  'POST /reset-password': {
    fields: ['newPassword', 'token'],
    ends: true,
    counts: ({ ip }) => [['resetAddress', addressKey(ip)]],
    rightful: status => status < 400,
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
    counts: ({ credential }) => [['imageSession', credential]],
  },
  'POST /remove-profile-image': { fields: [] },
  'POST /change-email': {
    fields: ['email', 'password'],
    counts: tried => [...mailed(tried), ['passwordSession', tried.credential]],
    rightful: (status, kind) => kind === 'passwordSession' && status < 400,
  },
  'POST /confirm-email': {
    fields: ['token'],
    ends: true,
    counts: ({ ip }) => [['resetAddress', addressKey(ip)]],
    rightful: status => status < 400,
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
    counts: ({ ip }) => [['signUpAddress', addressKey(ip)]],
  },
  'GET /callback/oidc': { fields: ['code', 'state', 'error', 'error_description', 'iss'] },
  'GET /two-factor': { fields: [] },
  ...Object.fromEntries(
    ['begin', 'codes', 'off'].map(name => [
      `POST /two-factor/${name}`,
      {
        fields: ['password'],
        counts: ({ credential }: Tried) => [['passwordSession', credential]] as const,
        rightful: (status: number) => status < 400,
      } satisfies AuthCall,
    ]),
  ),
  'POST /two-factor/confirm': {
    fields: ['code'],
    counts: ({ credential }) => [['passwordSession', credential]],
    rightful: status => status < 400,
  },
  'POST /two-factor/verify': {
    fields: ['challenge', 'code'],
    counts: ({ ip }) => [['signInAddress', addressKey(ip)]],
    rightful: status => status < 400,
  },
  'GET /passkeys': { fields: [] },
  'POST /passkeys/begin': {
    fields: ['password'],
    counts: ({ credential }) => [['passwordSession', credential]],
    rightful: status => status < 400,
  },
  'POST /passkeys/add': { fields: ['name', 'response'] },
  'POST /passkeys/rename': { fields: ['id', 'name'] },
  'POST /passkeys/remove': {
    fields: ['id', 'password'],
    counts: ({ credential }) => [['passwordSession', credential]],
    rightful: status => status < 400,
  },
  'GET /passkeys/ask': { fields: [] },
  'POST /passkeys/sign-in': {
    fields: ['response'],
    counts: ({ ip }) => [['signInAddress', addressKey(ip)]],
    rightful: status => status < 400,
  },
  'POST /delete-account': {
    fields: ['password'],
    ends: true,
    counts: ({ credential }) => [['passwordSession', credential]],
    rightful: status => status < 400,
  },
  'POST /change-password': {
    fields: ['currentPassword', 'newPassword'],
    ends: true,
    // Whoever learned the old password is signed in somewhere (T03).
    fixed: { revokeOtherSessions: true },
    counts: ({ credential }) => [['passwordSession', credential]],
    rightful: status => status < 400,
  },
  'GET /list-sessions': { fields: [] },
  'POST /revoke-session': { fields: ['id'], ends: true },
  'POST /revoke-other-sessions': { fields: [], ends: true },
  'POST /revoke-sessions': { fields: [], ends: true },
  'POST /hand-over': { fields: ['client', 'state', 'code_challenge', 'redirect'] },
}

/** Counts a try and tells afterwards how it went. */
export interface Try {
  ended(status: number): void
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
  const held = counted.filter(([kind]) => !exempt.has(kind))
  const wait = Math.max(0, ...held.map(([kind, key]) => attempts.wait(kind, key)))
  if (wait > 0) return wait
  for (const [kind, key] of counted) attempts.begin(kind, key)
  return {
    ended(status) {
      for (const [kind, key] of counted)
        if (!call.rightful?.(status, kind)) continue
        else if (kind === 'signInPair' || kind === 'passwordSession') attempts.forget(kind, key)
        else attempts.takeBack(kind, key)
    },
  }
}
