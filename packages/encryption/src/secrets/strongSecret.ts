import { base32Alphabet, toWrittenBase32 } from '../base32.ts'
import { randomBytes } from '../bytes.ts'

/** Characters of a generated secret: 26 of 32 possible ones are 130 bits. */
const strongSecretLength = 26

/** Returns a random secret that no one can guess. It is shown once and saved like a password. */
export function generateSecret(): string {
  return Array.from(randomBytes(strongSecretLength), byte => base32Alphabet.charAt(byte & 31)).join('')
}

/**
 * Returns the secrets that a person may mean by a typed text, the most probable first: a generated one is accepted in any
 * case, with spaces and hyphens, and with O, I and L for the digits that they resemble.
 */
export function listTypedSecrets(typed: string): string[] {
  const written = toWrittenBase32(typed)
  const isGenerated =
    written.length === strongSecretLength &&
    [...written].every(character => base32Alphabet.includes(character))
  return isGenerated && written !== typed ? [written, typed] : [typed]
}
