import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { refuse } from './refuse.ts'
import type { Db, Queries } from '../db/db.ts'
import { inList, type DataVersion, dataVersion, libraryRevision } from '../db/dialect.ts'
import { createLookUp } from '../db/statements/batchLoader.ts'
import type { TimeRecorder } from '../db/writes/timeRecorder.ts'
import { hashToken } from './tokens.ts'

const day = 86_400_000
/** A session ends after this time without use, in milliseconds. */
export const idleMs = 14 * day
/** A session ends this long after the authentication, however often it is used, in milliseconds. */
export const absoluteMs = 90 * day
/** Minimum extension of a session: the end of an active one is written once a day. */
const minExtensionMs = day

/** Versions of the data at the caller's lookup. A response is valid while its version is unchanged. */
export interface DataVersions {
  /** Changes with every commit. */
  all: DataVersion
  /**
   * Changes with every commit that could affect the caller's own lists, or what others share with them by
   * name; null on PostgreSQL.
   */
  own: string | null
}

interface Dependencies {
  db: Db
  now: () => number
  /** Records when sessions are used. */
  usedSessions: Pick<TimeRecorder, 'add'>
}

/**
 * Looks up a bearer token by its hash, so that the time reveals nothing about partially correct guesses.
 * @throws Refused 'session.expired' for an unknown or revoked token, 'session.tooOld' for an expired one
 */
export async function findSession(services: Dependencies, token: string) {
  const { db, now } = services
  const row = await lookUp(db, hashToken(token))
  const at = now()
  if (!row) return refuse('session.expired')
  if (row.expiresAt <= at) {
    // An expired session stays expired, also when the clock is set back (F14).
    if (row.expiresAt > 0) await updateExpiry(db, row.sessionId, at, 0)
    return refuse('session.tooOld')
  }
  const { userId, sessionId } = row
  const end = Math.min(at + idleMs, row.createdAt + absoluteMs)
  if (end - row.expiresAt >= minExtensionMs) await updateExpiry(db, sessionId, at, end)
  else services.usedSessions.add(sessionId, row.updatedAt)
  return {
    userId,
    sessionId,
    /** null until the product account exists. */
    actor:
      row.personId === null
        ? null
        : { personId: row.personId, sessionId, rootId: row.root_id, plan: row.plan },
    /** The version of the committed data at the time of the lookup. */
    versions: { all: row.moment, own: row.revision },
  }
}

type FoundSession = {
  token: string
  sessionId: string
  userId: string
  expiresAt: number
  createdAt: number
  updatedAt: number
  moment: DataVersion
  revision: string | null
} & ({ personId: string; root_id: string; plan: number } | { personId: null; root_id: null; plan: null })

const lookUp = createLookUp(findSessions, row => row.token)

/** Raw SQL, because every call runs it: building the query takes longer than running it. */
function selectSessions(read: Queries, hashes: readonly string[]): RawBuilder<FoundSession> {
  return sql<FoundSession>`
    select s.token, s.id as "sessionId", s."userId", s."expiresAt", s."createdAt", s."updatedAt",
      p.id as "personId", p.root_id, p.plan, ${dataVersion(read)} as moment, ${libraryRevision(read)} as revision
    from "session" s left join people p on p.id = s."userId"
    where ${inList(read, 's.token', hashes)}`
}

/** The query for one session, compiled once. */
const singleSessionQueries = new WeakMap<Queries, CompiledQuery<FoundSession>>()

async function findSessions({ read }: Db, hashes: readonly string[]): Promise<FoundSession[]> {
  if (hashes.length !== 1) return (await selectSessions(read, hashes).execute(read)).rows
  let query = singleSessionQueries.get(read)
  if (!query) singleSessionQueries.set(read, (query = selectSessions(read, hashes).compile(read)))
  return (await read.executeQuery<FoundSession>({ ...query, parameters: [hashes[0]] })).rows
}

async function updateExpiry(db: Db, sessionId: string, updatedAt: number, expiresAt: number): Promise<void> {
  const update = db.write(tx =>
    tx.updateTable('session').set({ updatedAt, expiresAt }).where('id', '=', sessionId).execute(),
  )
  // Reads still work when writes fail, for example on a full disk; the next call tries again.
  await update.catch(() => undefined)
}
