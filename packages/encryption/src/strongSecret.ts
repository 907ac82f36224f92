import { base32Alphabet } from './base32.ts'
import { randomBytes } from './bytes.ts'

/** Characters of a generated secret: 26 of 32 possible ones are 130 bits. */
export const strongSecretLength = 26

/** Returns a random secret that no one can guess. It is shown once and saved like a password. */
export function generateSecret(): string {
  return Array.from(randomBytes(strongSecretLength), byte => base32Alphabet.charAt(byte & 31)).join('')
}
