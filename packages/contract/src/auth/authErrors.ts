/** Every error code of the calls below `/api/auth`, with its HTTP status. */
export const authErrorStatus = {
  UNAUTHORIZED: 401,
  VALIDATION_ERROR: 400,
  INVALID_JSON: 400,
  /** Not well-formed Unicode. */
  INVALID_TEXT: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_ORIGIN: 403,
  MISSING_OR_NULL_ORIGIN: 403,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 403,
  NOT_FOUND: 404,
  TOO_MANY_REQUESTS: 429,
  SERVER_BUSY: 503,

  INVALID_EMAIL: 400,
  INVALID_NAME: 400,
  INVALID_EMAIL_OR_PASSWORD: 401,
  EMAIL_NOT_VERIFIED: 403,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 422,
  /** The same, when both registrations come at the same time. */
  FAILED_TO_CREATE_USER: 422,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_LONG: 400,
  /** One of the 10,000 most common passwords. */
  PASSWORD_TOO_COMMON: 400,
  /** The link is unknown, expired or used. */
  INVALID_TOKEN: 400,
  /** The link that confirms an address is signed; these are the reasons for its refusal. */
  TOKEN_EXPIRED: 401,
  USER_NOT_FOUND: 401,
  VERIFICATION_EMAIL_NOT_ENABLED: 400,
  PROVIDER_NOT_FOUND: 404,
  /** The session was itself handed off. */
  SIGN_IN_NEEDED: 403,

  INVALID_PASSWORD: 400,
  /** The account has no password yet. */
  CREDENTIAL_ACCOUNT_NOT_FOUND: 400,
  /** The sign-in is too old for this action: the password or a new sign-in is required. */
  PROOF_NEEDED: 403,
  INVALID_USERNAME: 400,
  USERNAME_TAKEN: 409,
  INVALID_IMAGE: 400,
  SAME_EMAIL: 400,
  EMAIL_TAKEN: 409,

  INVALID_CODE: 400,
  CHALLENGE_OVER: 401,
  TWO_FACTOR_ON: 409,
  TWO_FACTOR_OFF: 409,

  PASSKEY_KNOWN: 409,
  PASSKEY_REFUSED: 400,
  PASSKEY_UNKNOWN: 401,
  PASSKEY_DELETED: 404,
  PASSKEYS_FULL: 409,
  PASSKEYS_IMPOSSIBLE: 409,
} as const

export type AuthErrorCode = keyof typeof authErrorStatus

/** The refusals that every call can have: of its form, its origin or its frequency. */
export const commonAuthErrors = [
  'VALIDATION_ERROR',
  'INVALID_JSON',
  'INVALID_TEXT',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_ORIGIN',
  'MISSING_OR_NULL_ORIGIN',
  'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED',
  'TOO_MANY_REQUESTS',
  'SERVER_BUSY',
] as const satisfies readonly AuthErrorCode[]
