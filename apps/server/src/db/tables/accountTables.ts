import type { Generated } from 'kysely'
import type { Declarations } from './tableDeclaration.ts'

export interface UserRow {
  id: string
  name: string
  email: string
  emailVerified: number
  /** Id of the person's `profile_images` row. */
  image: string | null
  /** The spelling the user entered. `usernameKey` makes it unique without regard to case. */
  username: Generated<string | null>
  usernameKey: Generated<string | null>
  createdAt: number
  updatedAt: number
}

export interface SessionRow {
  id: string
  userId: string
  /** SHA-256 of the bearer token, never the token. */
  token: string
  /** Id of the session of the sign-in site that this session was issued from. */
  signInId: Generated<string | null>
  expiresAt: number
  ipAddress: string | null
  userAgent: string | null
  /** When the user last authenticated. A session from a handoff copies it from its sign-in. */
  createdAt: number
  /** Date of the last use. */
  updatedAt: number
}

interface AccountRow {
  id: string
  accountId: string
  providerId: string
  userId: string
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: number | null
  refreshTokenExpiresAt: number | null
  scope: string | null
  password: string | null
  createdAt: number
  updatedAt: number
}

interface VerificationRow {
  id: string
  identifier: string
  value: string
  expiresAt: number
  createdAt: number
  updatedAt: number
}

/**
 * A one-time code of the session handoff. The code, its state and its challenge are stored as SHA-256 hashes
 * only.
 */
export interface SignInCodeRow {
  code_hash: string
  user_id: string
  sign_in_id: string
  state_hash: string
  challenge: string
  redirect: string
  expires_at: number
  spent_at: number | null
  /** The session issued for the code. It ends when the code is presented a second time. */
  issued_session: string | null
}

/** A small square profile picture. It is addressed by its id only, and a new picture gets a new id. */
interface ProfileImageRow {
  id: string
  user_id: string
  bytes: Uint8Array
  created_at: number
}

/** An email address that a user requested and has not confirmed yet. */
export interface EmailChangeRow {
  /** SHA-256 of the key in the email. */
  token_hash: string
  user_id: string
  email: string
  /** The sign-in that requested the change. It stays valid when all others end. */
  sign_in_id: string
  expires_at: number
}

/** The TOTP secret of a user's authenticator app. */
export interface TwoFactorRow {
  user_id: string
  /** The secret, encrypted with SECRET. */
  sealed: string
  /** null until a first valid code has confirmed that the app has the secret. */
  confirmed_at: number | null
  /** The time step of the last accepted code. It prevents the reuse of a code. */
  last_step: number
  /** Failed codes since the last accepted one, and the time until which further codes are rejected. */
  failed: number
  locked_until: number
}

/** A passkey: the public key and metadata of a WebAuthn credential. */
export interface PasskeyRow {
  id: string
  user_id: string
  /** Credential id assigned by the authenticator, in base64url. */
  credential_id: string
  /** COSE key in base64url. */
  public_key: string
  /** Signature counter reported by the authenticator; 0 when it does not count. */
  counter: number
  /** Transports reported by the browser, separated by spaces. */
  transports: string
  name: string
  /** 1 when the passkey is synchronized to the user's other devices. */
  synced: number
  created_at: number
  last_used_at: number | null
}

/** A sign-in with a correct password that awaits its second factor. */
export interface SignInChallengeRow {
  token_hash: string
  user_id: string
  tries: number
  expires_at: number
}

/** A code, created by the operator, that grants a plan. */
export interface CouponRow {
  id: string
  /** In upper case, the form used for comparison. */
  code: string
  plan: number
  /** Duration of the plan in days; null for no end. */
  days: number | null
  /** Maximum number of redemptions; null for no limit. */
  uses: number | null
  used: Generated<number>
  /** The time from which it cannot be redeemed. */
  expires_at: number | null
  /** When the operator ended it. */
  ended_at: Generated<number | null>
  created_at: number
}

export interface AccountTables {
  user: UserRow
  session: SessionRow
  account: AccountRow
  verification: VerificationRow
  sign_in_codes: SignInCodeRow
  profile_images: ProfileImageRow
  email_changes: EmailChangeRow
  two_factor: TwoFactorRow
  recovery_codes: { code_hash: string; user_id: string }
  sign_in_challenges: SignInChallengeRow
  passkeys: PasskeyRow
  passkey_uses: { challenge_hash: string; expires_at: number }
  coupons: CouponRow
  coupon_uses: { coupon_id: string; person_id: string; used_at: number }
}

const ofUser = { owner: 'user_id', references: { user_id: 'user' }, erasure: 'byReference' } as const
const ofSignIn = { owner: 'userId', references: { userId: 'user' }, erasure: 'byReference' } as const
const orphans = 'sessions or passwords of accounts that were deleted'

export const accountTables: Declarations<AccountTables> = {
  user: { owner: 'id', backup: 'included', erasure: 'ownCode', export: 'included' },
  session: { ...ofSignIn, backup: 'included', export: 'secret', orphans },
  account: { ...ofSignIn, backup: 'included', export: 'secret', orphans },
  // `value` has the person, without a reference: the sign-in library declares the table.
  verification: { owner: 'value', backup: 'oneTime', erasure: 'ownCode', export: 'secret' },
  sign_in_codes: { ...ofUser, backup: 'oneTime', export: 'secret' },
  profile_images: { ...ofUser, backup: 'included', export: 'ofServer' },
  email_changes: { ...ofUser, backup: 'oneTime', export: 'secret' },
  two_factor: { ...ofUser, backup: 'included', export: 'secret' },
  recovery_codes: { ...ofUser, backup: 'included', export: 'secret' },
  sign_in_challenges: { ...ofUser, backup: 'oneTime', export: 'secret' },
  passkeys: { ...ofUser, backup: 'included', export: 'secret' },
  passkey_uses: { owner: null, backup: 'oneTime', erasure: 'nothing', export: 'secret' },
  coupons: { owner: null, backup: 'included', erasure: 'nothing', export: 'ofServer' },
  coupon_uses: {
    owner: 'person_id',
    references: { coupon_id: 'coupons', person_id: 'people' },
    backup: 'included',
    erasure: 'byReference',
    export: 'ofServer',
  },
}
