import { createHash } from 'node:crypto'
import type { Actor } from '../access/actor.ts'
import { refuse } from '../access/refuse.ts'
import type { Db } from '../db/db.ts'

/** What is kept of a bearer token: its SHA-256. The tokens are random, so a slow hash would add nothing. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** The bearer token of the Authorization header, or null. */
export function bearerOf(header: string | undefined): string | null {
  const match = header && /^bearer (\S{1,512})$/i.exec(header)
  // The page's own storage may hold these words where a token was; they are never tokens.
  return match && match[1] !== 'undefined' && match[1] !== 'null' ? match[1]! : null
}

export interface SignedIn {
  userId: string
  sessionId: string
  /** null until the product's account was made. */
  actor: Actor | null
}

/**
 * Looks a bearer token up. Looking up by hash makes the time independent of how much of a guess is right.
 * @throws Refused 'session.expired' for a token that is unknown, revoked or too old
 */
export async function signedIn(db: Db, token: string): Promise<SignedIn> {
  const row = await db.read
    .selectFrom('session as s')
    .leftJoin('people as p', 'p.id', 's.userId')
    .select(['s.id as sessionId', 's.userId', 's.expiresAt', 'p.id as personId', 'p.root_id', 'p.plan'])
    .where('s.token', '=', tokenHash(token))
    .executeTakeFirst()
  if (!row || Number(row.expiresAt) <= Date.now()) return refuse('session.expired')
  const { userId, sessionId, personId, root_id: rootId, plan } = row
  return {
    userId,
    sessionId,
    actor: personId === null ? null : { personId, sessionId, rootId: rootId!, plan: plan! },
  }
}
