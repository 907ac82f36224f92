import { type HandoffRequest, productAddress } from './addresses.ts'

/** A refused call of /api/auth; `code` is '' when no answer arrived. */
export class AccountsError extends Error {
  override name = 'AccountsError'
  readonly status: number
  readonly code: string
  /** The seconds to wait; 0 without a Retry-After header. */
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
  /** The ID of the profile image. */
  image?: string | null
}

/** The result of a username check. */
export type UsernameState = 'free' | 'taken' | 'short' | 'invalid'

/** The state that determines what a sensitive action requires. */
export interface ProfileState {
  has_password: boolean
  /** True when the sign-in is recent enough to need no further proof. */
  fresh: boolean
  /** The number of API keys. */
  api_keys: number
}

export interface TwoFactorState {
  enabled: boolean
  /** The number of unused recovery codes. */
  codes_left: number
}

/** The relying party for which a server creates passkeys. */
export interface PasskeySite {
  id: string
  origin: string
}

/** A passkey as shown to its user. Times are milliseconds since 1970. */
export interface Passkey {
  id: string
  name: string
  /** True when the passkey is synced to the user's other devices. */
  synced: boolean
  createdAt: number
  lastUsedAt: number | null
}

/** A session of one browser. */
export interface AccountSession {
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
   * @param pass the token of an emailed link that bypasses the rate limits, or ''
   * @returns the challenge of this sign-in when it requires a code; otherwise null
   */
  logIn: async (email: string, password: string, pass: string) => {
    const fields = pass ? { email, password, pass } : { email, password }
    return (await call<{ challenge?: string }>('POST', '/sign-in/email', fields)).challenge ?? null
  },
  requestSignInLink: (email: string) => call<object>('POST', '/request-sign-in-link', { email }),
  /** Returns the name of the OpenID Connect provider; null where none is configured. */
  provider: async () => (await call<{ oidc: string | null }>('GET', '/providers')).oidc,
  /** Redirects to the provider, which returns the browser to the login page. */
  goToProvider: async (request: HandoffRequest | null) =>
    location.assign((await call<{ url: string }>('POST', '/sign-in/social', { ...request })).url),
  verifyChallenge: (challenge: string, code: string) =>
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
  /** Returns the passkey options for a login; null where the server does not support passkeys. */
  requestPasskeyOptions: () => call<PublicKeyCredentialRequestOptionsJSON | null>('GET', '/passkeys/ask'),
  signInWithPasskey: (response: object) => call<object>('POST', '/passkeys/sign-in', { response }),
  /** @returns true if the browser is signed in; false if the email address must be confirmed first */
  register: async (name: string, email: string, password: string) =>
    (await call<{ token: string | null }>('POST', '/sign-up/email', { name, email, password })).token !==
    null,
  logOut: () => call<object>('POST', '/sign-out'),
  logOutEverywhere: () => call<object>('POST', '/revoke-sessions'),
  currentUser: async () => (await call<{ user: User } | null>('GET', '/get-session'))?.user ?? null,
  requestReset: (email: string) => call<object>('POST', '/request-password-reset', { email }),
  checkResetLink: (token: string) => call<object>('POST', '/check-reset-link', { token }),
  reset: (newPassword: string, token: string, deleteApiKeys: boolean) =>
    call<object>('POST', '/reset-password', { newPassword, token, deleteApiKeys }),
  confirmEmail: (token: string) => call<object>('GET', `/verify-email?token=${encodeURIComponent(token)}`),
  requestConfirmation: (email: string) => call<object>('POST', '/send-verification-email', { email }),
  profileState: () => call<ProfileState>('GET', '/profile-state'),
  checkUsername: async (username: string) =>
    (await call<{ state: UsernameState }>('POST', '/check-username', { username })).state,
  rename: (name: string, username: string) => call<object>('POST', '/update-profile', { name, username }),
  setImage: (file: Blob) => call<object>('POST', '/profile-image', file),
  removeImage: () => call<object>('POST', '/remove-profile-image'),
  changeEmail: (email: string, password: string) =>
    call<object>('POST', '/change-email', password ? { email, password } : { email }),
  confirmNewEmail: (token: string) => call<object>('POST', '/confirm-email', { token }),
  deleteAccount: (password: string) => call<object>('POST', '/delete-account', password ? { password } : {}),
  changePassword: (currentPassword: string, newPassword: string, deleteApiKeys: boolean) =>
    call<object>('POST', '/change-password', { currentPassword, newPassword, deleteApiKeys }),
  sessions: () => call<AccountSession[]>('GET', '/list-sessions'),
  endSession: (id: string) => call<object>('POST', '/revoke-session', { id }),
  endOtherSessions: () => call<object>('POST', '/revoke-other-sessions'),
}

/**
 * Redirects to the product: with a session handoff code if the product requested one, otherwise to its start
 * page.
 */
export async function goToProduct(request: HandoffRequest | null): Promise<void> {
  if (!request) return location.replace(productAddress)
  const { url } = await call<{ url: string }>('POST', '/hand-over', { client: 'app', ...request })
  location.replace(url)
}
