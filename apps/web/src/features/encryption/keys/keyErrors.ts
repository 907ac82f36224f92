import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { formatError, Refusal } from '../../../lib/api/client.ts'

/** The message why a key file was rejected. */
export class KeyFileRefused extends Error {
  override name = 'KeyFileRefused'
}

/** Returns the sentence for a key that could not be opened. */
export function explainKeyError(error: unknown): string {
  if (error instanceof Refusal) return formatError(error)
  return error instanceof KeyFileRefused ? error.message : texts.errors.wrongKey
}
