import { createHmac, randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(16 * 256)
let used = pool.length

/** A new id of 128 random bits, 22 characters that are safe in an address. Nothing can be told from it. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const id = pool.toString('base64url', used, used + 16)
  used += 16
  return id
}

/**
 * The id of what a person makes by a request with a key: the same key makes the same id, so that it is made once however
 * often the request comes. Nobody without the secret can tell it from the key.
 */
export function idOfRequest(secret: string, personId: string, key: string): string {
  return createHmac('sha256', secret).update(`${personId}\n${key}`).digest().toString('base64url', 0, 16)
}
