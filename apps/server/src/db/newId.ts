import { randomFillSync } from 'node:crypto'

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
