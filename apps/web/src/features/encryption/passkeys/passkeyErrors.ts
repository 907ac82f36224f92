import { EncryptionError } from '@nestmark/encryption/encryptionError'
import { passkeyKeysTexts } from '@nestmark/texts/encryption/passkeyKeys'
import { formatError, Refusal } from '../../../lib/api/client.ts'

const texts = passkeyKeysTexts.errors

/** The passkey or the browser has no PRF extension. */
export class PrfMissingError extends Error {
  override name = 'PrfMissingError'
}

/** The passkey opened its keys, and the needed one is not among them. */
export class KeyMissingError extends Error {
  override name = 'KeyMissingError'
}

/** Returns the sentence for a failure with a passkey. */
export function explainPasskeyError(error: unknown): string {
  if (error instanceof Refusal) return formatError(error)
  if (error instanceof PrfMissingError) return texts.noPrf
  if (error instanceof KeyMissingError) return texts.lacksKey
  if (error instanceof EncryptionError) return texts.other
  return texts.failed
}
