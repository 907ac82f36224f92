import { accountsTexts } from '@nestmark/texts/accounts'
import { userNameProblem } from '@nestmark/core/userName'
import { AccountsError } from './calls.ts'
import { PasskeyHeld, PasskeyStopped } from './passkeys.ts'

const { errors } = accountsTexts

/** What went wrong, and by the name of which field it is said; null where it is no single field's fault. */
export interface Explained {
  field: string | null
  sentence: string
}

const byCode: Record<string, Explained> = {
  INVALID_EMAIL_OR_PASSWORD: { field: 'password', sentence: errors.credentials },
  EMAIL_NOT_VERIFIED: { field: 'email', sentence: errors.notVerified },
  USER_ALREADY_EXISTS: { field: 'email', sentence: errors.exists },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { field: 'email', sentence: errors.exists },
  INVALID_EMAIL: { field: 'email', sentence: errors.emailInvalid },
  VALIDATION_ERROR: { field: 'email', sentence: errors.emailInvalid },
  INVALID_NAME: { field: 'name', sentence: errors.nameRequired },
  INVALID_USERNAME: { field: 'username', sentence: accountsTexts.username.invalid },
  USERNAME_TAKEN: { field: 'username', sentence: accountsTexts.username.taken },
  INVALID_IMAGE: { field: 'image', sentence: errors.image },
  INVALID_CODE: { field: 'code', sentence: errors.code },
  CHALLENGE_OVER: { field: null, sentence: errors.challengeOver },
  TWO_FACTOR_ON: { field: null, sentence: errors.changedElsewhere },
  TWO_FACTOR_OFF: { field: null, sentence: errors.changedElsewhere },
  PASSKEY_KNOWN: { field: null, sentence: errors.passkeyKnown },
  PASSKEY_REFUSED: { field: null, sentence: errors.passkeyRefused },
  PASSKEY_UNKNOWN: { field: null, sentence: errors.passkeyUnknown },
  PASSKEY_DELETED: { field: null, sentence: errors.changedElsewhere },
  PASSKEYS_FULL: { field: null, sentence: errors.passkeysFull },
  SERVER_BUSY: { field: null, sentence: errors.busy },
  SAME_EMAIL: { field: 'email', sentence: errors.sameEmail },
  PROOF_NEEDED: { field: 'password', sentence: errors.proof },
  INVALID_PASSWORD: { field: 'currentPassword', sentence: errors.currentPassword },
}

/** The sentence for whatever was thrown. */
export function explain(error: unknown): Explained {
  if (error instanceof PasskeyHeld) return { field: null, sentence: errors.passkeyKnown }
  if (error instanceof PasskeyStopped) return { field: null, sentence: errors.passkeyStopped }
  if (!(error instanceof AccountsError)) return { field: null, sentence: errors.failed }
  if (error.status === 0) return { field: null, sentence: errors.network }
  if (error.status === 429) return { field: null, sentence: errors.tooMany(formatWait(error.retryAfter)) }
  if (error.status === 401 && error.code === 'UNAUTHORIZED')
    return { field: null, sentence: errors.signedOut }
  return byCode[error.code] ?? { field: null, sentence: errors.failed }
}

function formatWait(seconds: number): string {
  const { seconds: inSeconds, minutes } = accountsTexts
  return seconds < 90 ? inSeconds(Math.max(1, seconds)) : minutes(Math.ceil(seconds / 60))
}

/** For a field whose value the server alone can judge. */
export const noCheck = (): undefined => undefined

/** What is wrong with a username, which may be left empty. */
export function checkUsername(value: string): string | undefined {
  const problem = value.trim() === '' ? null : userNameProblem(value.trim())
  if (problem === null) return undefined
  return problem === 'letters' ? accountsTexts.username.invalid : errors.username
}

/** What is wrong with a field before anything is sent, or undefined. */
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
