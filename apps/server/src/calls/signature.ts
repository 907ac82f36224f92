import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns the MAC of a text: 132 bits under the server's secret.
 * @param purpose separates the uses of the secret
 */
export function sign(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url').slice(0, 22)
}

/** Compares a MAC in constant time. */
export function isSigned(secret: string, purpose: string, text: string, signature: string): boolean {
  return isSameSecret(sign(secret, purpose, text), signature)
}

/** Compares secret texts in constant time. */
export function isSameSecret(expected: string, given: string): boolean {
  const [right, asked] = [Buffer.from(expected), Buffer.from(given)]
  return right.length === asked.length && timingSafeEqual(right, asked)
}
