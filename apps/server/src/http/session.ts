import { hash, randomBytes } from 'node:crypto'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { refuse } from '../access/refuse.ts'
import type { Db, Queries } from '../db/db.ts'
import { inList, type Moment, moment, ownRevision } from '../db/dialect.ts'
import { batchLoader } from '../db/batchLoader.ts'
import type { Services } from '../services.ts'
import type { Marks } from './responseCache.ts'

const day = 86_400_000
/** A session ends after this time without use. */
export const idleMs = 14 * day
/** A session ends this long after the person proved who they are, however busy it was. */
export const absoluteMs = 90 * day
/** How much a session's end is moved at least; a busy session is written once a day. */
const slideMs = day

/** What is kept of a bearer token: its SHA-256. The tokens are random, so a slow hash would add nothing. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** 256 random bits behind a mark by which scanners of leaked secrets and log filters know them: nms_ sessions, nmc_ codes. */
export function newToken(mark: 'nms' | 'nmc'): string {
  return `${mark}_${randomBytes(32).toString('base64url')}`
}

/** The bearer token of the Authorization header, or null. */
export function parseBearer(header: string | undefined): string | null {
  const match = header && /^bearer (\S{1,512})$/i.exec(header)
  // The page's own storage may hold these words where a token was; they are never tokens.
  return match && match[1] !== 'undefined' && match[1] !== 'null' ? match[1]! : null
}

export interface SignedIn {
  userId: string
  sessionId: string
  /** null until the product's account was made. */
  actor: Actor | null
  /** What was committed when the session was looked up. */
  marks: Marks
}

/**
 * Looks a bearer token up. Looking up by hash makes the time independent of how much of a guess is right.
 * @throws Refused 'session.expired' for a token that is unknown or revoked, 'session.tooOld' for one whose time is over
 */
export async function signedIn(services: Services, token: string): Promise<SignedIn> {
  const { db, now } = services
  const row = await createLookUp(db)(tokenHash(token))
  const at = now()
  if (!row) return refuse('session.expired')
  if (row.expiresAt <= at) {
    // What was told that it is over stays so, also when the clock is set back afterwards (F14).
    if (row.expiresAt > 0) await moveEnd(db, row.sessionId, at, 0)
    return refuse('session.tooOld')
  }
  const { userId, sessionId, personId, root_id: rootId, plan } = row
  const end = Math.min(at + idleMs, row.createdAt + absoluteMs)
  if (end - row.expiresAt >= slideMs) await moveEnd(db, sessionId, at, end)
  return {
    userId,
    sessionId,
    actor: personId === null ? null : { personId, sessionId, rootId: rootId!, plan: plan! },
    marks: { all: row.moment, own: row.revision },
  }
}

interface SessionFound {
  token: string
  sessionId: string
  userId: string
  expiresAt: number
  createdAt: number
  personId: string | null
  root_id: string | null
  plan: number | null
  moment: Moment
  revision: string | null
}

const lookUps = new WeakMap<Db, (hash: string) => Promise<SessionFound | undefined>>()

function createLookUp(db: Db) {
  let lookUp = lookUps.get(db)
  if (!lookUp) {
    lookUp = batchLoader(
      async hashes => new Map((await findSessions(db, hashes)).map(row => [row.token, row])),
    )
    lookUps.set(db, lookUp)
  }
  return lookUp
}

/** Written out, because every call asks it: a statement put together anew costs more than running it. */
function selectSessions(read: Queries, hashes: readonly string[]): RawBuilder<SessionFound> {
  return sql<SessionFound>`
    select s.token, s.id as "sessionId", s."userId", s."expiresAt", s."createdAt",
      p.id as "personId", p.root_id, p.plan, ${moment(read)} as moment, ${ownRevision(read)} as revision
    from "session" s left join people p on p.id = s."userId"
    where ${inList(read, 's.token', hashes)}`
}

/** The same for one session, put together once for all calls. */
const forOne = new WeakMap<Queries, CompiledQuery<SessionFound>>()

async function findSessions({ read }: Db, hashes: readonly string[]): Promise<SessionFound[]> {
  if (hashes.length !== 1) return (await selectSessions(read, hashes).execute(read)).rows
  let query = forOne.get(read)
  if (!query) forOne.set(read, (query = selectSessions(read, hashes).compile(read)))
  return (await read.executeQuery<SessionFound>({ ...query, parameters: [hashes[0]] })).rows
}

async function moveEnd(db: Db, sessionId: string, updatedAt: number, expiresAt: number): Promise<void> {
  const moved = db.write(tx =>
    tx.updateTable('session').set({ updatedAt, expiresAt }).where('id', '=', sessionId).execute(),
  )
  // Reading goes on where nothing can be written, on a full disk for one; the next call tries again.
  await moved.catch(() => undefined)
}
