import type { Generated } from 'kysely'

export interface UserRow {
  id: string
  name: string
  email: string
  emailVerified: number
  /** Id of the person's `profile_images` row. */
  image: string | null
  /** As the person writes it; unique without regard to case by `usernameKey`. */
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
  /** Id of the sign-in site's session that this one was handed over from. */
  signInId: Generated<string | null>
  expiresAt: number
  ipAddress: string | null
  userAgent: string | null
  /** When the person last proved who they are: a handed-over session takes it from its sign-in. */
  createdAt: number
  /** When it was last used, to the day. */
  updatedAt: number
}

export interface AccountRow {
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

export interface VerificationRow {
  id: string
  identifier: string
  value: string
  expiresAt: number
  createdAt: number
  updatedAt: number
}

/** A one-time code of the hand-over. The code, its state and its challenge are kept as SHA-256 alone. */
export interface SignInCodeRow {
  code_hash: string
  user_id: string
  sign_in_id: string
  state_hash: string
  challenge: string
  redirect: string
  expires_at: number
  spent_at: number | null
  /** The session it was traded for: ended when the code comes a second time. */
  issued_session: string | null
}

/** A small square picture of a person. Its id is the only way to it, and a new picture has a new one. */
export interface ProfileImageRow {
  id: string
  user_id: string
  bytes: Uint8Array
  created_at: number
}

/** An address that a person wants to change to and has not confirmed yet. */
export interface EmailChangeRow {
  /** SHA-256 of the key in the mail. */
  token_hash: string
  user_id: string
  email: string
  /** The sign-in that asked for it: it goes on when all others end. */
  sign_in_id: string
  expires_at: number
}

/** What an app on the phone makes codes from. */
export interface TwoFactorRow {
  user_id: string
  /** The key, encrypted with SECRET. */
  sealed: string
  /** null until a first code has shown that the app has the key. */
  confirmed_at: number | null
  /** The time step of the last code that was used: no code works twice. */
  last_step: number
  /** Wrong codes since the last right one, and until when no further one is looked at. */
  failed: number
  locked_until: number
}

/** A passkey: its public half, by which the device that holds the other is known again. */
export interface PasskeyRow {
  id: string
  user_id: string
  /** As the device calls it, in base64url. */
  credential_id: string
  /** COSE key in base64url. */
  public_key: string
  /** How often it has signed, as it says itself; 0 where it does not count. */
  counter: number
  /** How the device can be reached, as the browser told, with spaces between. */
  transports: string
  name: string
  /** 1 where the person's other devices have it too. */
  synced: number
  created_at: number
  last_used_at: number | null
}

/** A sign-in with the right password that waits for its code. */
export interface SignInChallengeRow {
  token_hash: string
  user_id: string
  tries: number
  expires_at: number
}

/** A code that gives a plan, made by the operator. */
export interface CouponRow {
  id: string
  /** As it is compared: in capitals. */
  code: string
  plan: number
  /** How long it gives the plan; null for good. */
  days: number | null
  /** How many people may redeem it; null for any number. */
  uses: number | null
  used: Generated<number>
  /** It cannot be redeemed from then on. */
  expires_at: number | null
  /** When the operator ended it. */
  ended_at: Generated<number | null>
  created_at: number
}
