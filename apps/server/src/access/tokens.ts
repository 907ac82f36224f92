import { hash, randomBytes } from 'node:crypto'

/**
 * Returns the SHA-256 of a bearer token, the form in which it is stored. Tokens are random, so a slow hash
 * would add nothing.
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/**
 * Returns a token of 256 random bits with a prefix that secret scanners and log filters recognize: nms_ for
 * sessions, nmc_ for codes.
 */
export function createToken(prefix: 'nms' | 'nmc'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}
