import type { PasskeySite } from './passkeys.ts'
import { type HandoffRequest, productAddress } from './addresses.ts'

/** A refusal under /api/auth; `code` is '' when no answer came at all. */
export class AccountsError extends Error {
  override name = 'AccountsError'
  readonly status: number
  readonly code: string
  /** Seconds to wait, 0 when nobody said so. */
  readonly retryAfter: number
  constructor(status: number, code: string, retryAfter: number) {
    super(code || 'network')
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export interface User {
  name: string
  email: string
  username?: string | null
  /** Id of the profile image. */
  image?: string | null
}

/** What the check of a username finds. */
export type UsernameState = 'free' | 'taken' | 'short' | 'invalid'

/** What a deed that cannot be taken back would ask for. */
export interface ProfileState {
  has_password: boolean
  /** True when the sign-in is young enough to need nothing more. */
  fresh: boolean
  /** How many API keys there are. */
  api_keys: number
}

export interface TwoFactorState {
  enabled: boolean
  /** Recovery codes that were not used yet. */
  codes_left: number
}

/** A passkey as its person sees it. Times are milliseconds since 1970. */
export interface Passkey {
  id: string
  name: string
  /** True where the person's other devices have it too. */
  synced: boolean
  createdAt: number
  lastUsedAt: number | null
}

/** One sign-in, which is one browser. */
export interface SignIn {
  id: string
  current: boolean
  userAgent: string
  createdAt: number
  lastUsedAt: number
}

async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api/auth${path}`, {
      method,
      ...(method === 'POST'
        ? body instanceof Blob
          ? { headers: { 'content-type': body.type }, body }
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
        : {}),
    })
  } catch {
    throw new AccountsError(0, '', 0)
  }
  const answer = (await response.json().catch(() => null)) as { code?: string } | null
  if (response.ok) return answer as T
  throw new AccountsError(
    response.status,
    answer?.code ?? 'FAILED',
    Number(response.headers.get('retry-after')) || 0,
  )
}

/** The calls of this site. All throw AccountsError. */
export const accounts = {
  /**
   * @param pass the key of a link by mail that is let past the limits, or ''
   * @returns what names this sign-in while it waits for a code; null when it waits for none
   */
  logIn: async (email: string, password: string, pass: string) => {
    const fields = pass ? { email, password, pass } : { email, password }
    return (await call<{ challenge?: string }>('POST', '/sign-in/email', fields)).challenge ?? null
  },
  askForSignInLink: (email: string) => call<object>('POST', '/request-sign-in-link', { email }),
  /** What the provider is called that one may sign in with; null where there is none. */
  provider: async () => (await call<{ oidc: string | null }>('GET', '/providers')).oidc,
  /** Leaves for the provider, which sends the browser back to the login page. */
  leaveForProvider: async (wish: HandoffRequest | null) =>
    location.assign((await call<{ url: string }>('POST', '/sign-in/social', { ...wish })).url),
  passChallenge: (challenge: string, code: string) =>
    call<object>('POST', '/two-factor/verify', { challenge, code }),
  twoFactor: () => call<TwoFactorState>('GET', '/two-factor'),
  beginTwoFactor: (password: string) =>
    call<{ secret: string; uri: string }>('POST', '/two-factor/begin', password ? { password } : {}),
  confirmTwoFactor: async (code: string) =>
    (await call<{ codes: string[] }>('POST', '/two-factor/confirm', { code })).codes,
  renewCodes: async (password: string) =>
    (await call<{ codes: string[] }>('POST', '/two-factor/codes', password ? { password } : {})).codes,
  endTwoFactor: (password: string) => call<object>('POST', '/two-factor/off', password ? { password } : {}),
  passkeys: () => call<{ site: PasskeySite | null; passkeys: Passkey[] }>('GET', '/passkeys'),
  beginPasskey: (password: string) =>
    call<PublicKeyCredentialCreationOptionsJSON>('POST', '/passkeys/begin', password ? { password } : {}),
  addPasskey: async (name: string, response: object) =>
    (await call<{ id: string }>('POST', '/passkeys/add', { name, response })).id,
  renamePasskey: (id: string, name: string) => call<object>('POST', '/passkeys/rename', { id, name }),
  removePasskey: (id: string, password: string) =>
    call<object>('POST', '/passkeys/remove', password ? { id, password } : { id }),
  /** What a device is asked to sign to log in; null where the server makes no passkeys. */
  askPasskey: () => call<PublicKeyCredentialRequestOptionsJSON | null>('GET', '/passkeys/ask'),
  signInWithPasskey: (response: object) => call<object>('POST', '/passkeys/sign-in', { response }),
  /** @returns whether the browser is signed in already; else the address has to be confirmed first */
  register: async (name: string, email: string, password: string) =>
    (await call<{ token: string | null }>('POST', '/sign-up/email', { name, email, password })).token !==
    null,
  logOut: () => call<object>('POST', '/sign-out'),
  logOutEverywhere: () => call<object>('POST', '/revoke-sessions'),
  whoIsHere: async () => (await call<{ user: User } | null>('GET', '/get-session'))?.user ?? null,
  askForReset: (email: string) => call<object>('POST', '/request-password-reset', { email }),
  checkResetLink: (token: string) => call<object>('POST', '/check-reset-link', { token }),
  reset: (newPassword: string, token: string, deleteApiKeys: boolean) =>
    call<object>('POST', '/reset-password', { newPassword, token, deleteApiKeys }),
  confirm: (token: string) => call<object>('GET', `/verify-email?token=${encodeURIComponent(token)}`),
  askForConfirmation: (email: string) => call<object>('POST', '/send-verification-email', { email }),
  profileState: () => call<ProfileState>('GET', '/profile-state'),
  checkUsername: async (username: string) =>
    (await call<{ state: UsernameState }>('POST', '/check-username', { username })).state,
  rename: (name: string, username: string) => call<object>('POST', '/update-profile', { name, username }),
  setImage: (file: Blob) => call<object>('POST', '/profile-image', file),
  removeImage: () => call<object>('POST', '/remove-profile-image'),
  changeEmail: (email: string, password: string) =>
    call<object>('POST', '/change-email', password ? { email, password } : { email }),
  confirmNewAddress: (token: string) => call<object>('POST', '/confirm-email', { token }),
  deleteAccount: (password: string) => call<object>('POST', '/delete-account', password ? { password } : {}),
  changePassword: (currentPassword: string, newPassword: string, deleteApiKeys: boolean) =>
    call<object>('POST', '/change-password', { currentPassword, newPassword, deleteApiKeys }),
  signIns: () => call<SignIn[]>('GET', '/list-sessions'),
  endSignIn: (id: string) => call<object>('POST', '/revoke-session', { id }),
  endOthers: () => call<object>('POST', '/revoke-other-sessions'),
}

/** Goes to the product: handed over where it asked for that, else by its front door. */
export async function leaveFor(wish: HandoffRequest | null): Promise<void> {
  if (!wish) return location.replace(productAddress)
  const { url } = await call<{ url: string }>('POST', '/hand-over', { client: 'app', ...wish })
  location.replace(url)
}
