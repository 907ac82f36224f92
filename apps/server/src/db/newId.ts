import { createHash, createHmac, randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(16 * 256)
let used = pool.length

/** Returns a new id of 128 random bits: 22 URL-safe characters without any information. */
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
 * Derives the id of an object created by a request with an idempotency key: the same key gives the same id,
 * so that repeated requests create it once. The id cannot be computed from the key without the secret.
 */
export function deriveId(secret: string, personId: string, key: string): string {
  return createHmac('sha256', secret).update(`${personId}\n${key}`).digest().toString('base64url', 0, 16)
}

/**
 * Derives the id of an object that a job creates from the id of its source. The job stores no list of them, and a repeated
 * batch creates nothing twice.
 */
export function toCreatedId(job: string, sourceId: string): string {
  return createHash('sha256').update(`${job}\n${sourceId}`).digest().toString('base64url', 0, 16)
}
