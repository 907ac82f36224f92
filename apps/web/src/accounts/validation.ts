import { AccountsError } from './calls.ts'
import { PasskeyCancelledError } from '../lib/browser/passkeys.ts'
import { PasskeyExistsError } from './passkeys.ts'
import { accountsTexts } from './texts.ts'

const { errors } = accountsTexts

/** An error message and the field that it belongs to; null for no single field. */
export interface ErrorMessage {
  field: string | null
  message: string
}

const byCode: Partial<Record<AccountsError['code'], ErrorMessage>> = {
  INVALID_EMAIL_OR_PASSWORD: { field: 'password', message: errors.credentials },
  EMAIL_NOT_VERIFIED: { field: 'email', message: errors.notVerified },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { field: 'email', message: errors.exists },
  INVALID_EMAIL: { field: 'email', message: errors.emailInvalid },
  VALIDATION_ERROR: { field: 'email', message: errors.emailInvalid },
  INVALID_NAME: { field: 'name', message: errors.nameRequired },
  INVALID_USERNAME: { field: 'username', message: accountsTexts.username.invalid },
  USERNAME_TAKEN: { field: 'username', message: accountsTexts.username.taken },
  INVALID_IMAGE: { field: 'image', message: errors.image },
  INVALID_CODE: { field: 'code', message: errors.code },
  CHALLENGE_OVER: { field: null, message: errors.challengeOver },
  TWO_FACTOR_ON: { field: null, message: errors.changedElsewhere },
  TWO_FACTOR_OFF: { field: null, message: errors.changedElsewhere },
  PASSKEY_KNOWN: { field: null, message: errors.passkeyKnown },
  PASSKEY_REFUSED: { field: null, message: errors.passkeyRefused },
  PASSKEY_UNKNOWN: { field: null, message: errors.passkeyUnknown },
  PASSKEY_DELETED: { field: null, message: errors.changedElsewhere },
  PASSKEYS_FULL: { field: null, message: errors.passkeysFull },
  SERVER_BUSY: { field: null, message: errors.busy },
  SAME_EMAIL: { field: 'email', message: errors.sameEmail },
  PROOF_NEEDED: { field: 'password', message: errors.proof },
  PASSWORD_TOO_COMMON: { field: 'newPassword', message: errors.passwordCommon },
  INVALID_PASSWORD: { field: 'currentPassword', message: errors.currentPassword },
}

/** Returns the message for any thrown value. */
export function toErrorMessage(error: unknown): ErrorMessage {
  if (error instanceof PasskeyExistsError) return { field: null, message: errors.passkeyKnown }
  if (error instanceof PasskeyCancelledError) return { field: null, message: errors.passkeyStopped }
  if (!(error instanceof AccountsError)) return { field: null, message: errors.failed }
  if (error.status === 0) return { field: null, message: errors.network }
  if (error.status === 429) return { field: null, message: errors.tooMany(formatWait(error.retryAfter)) }
  if (error.status === 401 && error.code === 'UNAUTHORIZED') return { field: null, message: errors.signedOut }
  return byCode[error.code] ?? { field: null, message: errors.failed }
}

function formatWait(seconds: number): string {
  const { seconds: inSeconds, minutes } = accountsTexts
  return seconds < 90 ? inSeconds(Math.max(1, seconds)) : minutes(Math.ceil(seconds / 60))
}

/** Accepts any value, for a field that only the server can validate. */
export const noCheck = (): undefined => undefined

/** Validate a field before sending; return the error or undefined. */
export const checks = {
  name: (value: string) => (value.trim() === '' ? errors.nameRequired : undefined),
  email: (value: string) => {
    if (value.trim() === '') return errors.emailRequired
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? undefined : errors.emailInvalid
  },
  code: (value: string) => (value.trim() === '' ? errors.codeRequired : undefined),
  passkeyName: (value: string) =>
    value.trim() === '' || value.trim().length > 100 ? errors.passkeyName : undefined,
  givenPassword: (value: string) => (value === '' ? errors.passwordRequired : undefined),
  newPassword: (value: string) => {
    if (value.length < 8) return errors.passwordShort
    return value.length > 128 ? errors.passwordLong : undefined
  },
}
