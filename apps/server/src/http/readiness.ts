import type { FastifyInstance } from 'fastify'
import type { BackgroundCheck } from '../db/dataFile/backgroundCheck.ts'
import type { Db } from '../db/db.ts'

/** Milliseconds in which the database must answer for the server to count as ready. */
const readyWithinMs = 1000
/** Seconds after which a caller may ask again. */
export const retryAfter = 5

/** Why a server cannot serve, for a supervisor or proxy. It names no address and no error text. */
export type NotReady = 'starting' | 'database-unavailable' | 'stopping'

/** Makes the body of a `/api/ready` answer that refuses. */
export function notReadyBody(reason: NotReady) {
  return { status: 503, message: 'Service Unavailable', data: { ready: false, reason } }
}

/** What the server says of itself besides what it asks. */
export interface Readiness {
  /** How the check of the data file stands; null on PostgreSQL. */
  dataFile: Pick<BackgroundCheck, 'state'> | null
}

/**
 * Serves `/api/health`, which answers while the process is alive, and `/api/ready`, which asks the database and answers
 * 503 with a reason when it gives no answer within a second.
 */
export function serveReadiness(server: FastifyInstance, db: Db): Readiness {
  let stopping = false
  const readiness: Readiness = { dataFile: null }
  server.addHook('preClose', async () => void (stopping = true))
  server.get('/api/health', async () => {
    const { dataFile } = readiness
    const data = dataFile === null ? { alive: true } : { alive: true, dataFile: dataFile.state }
    return { status: 200, message: 'OK', data }
  })
  server.get('/api/ready', async (request, reply) => {
    let reason: NotReady | null = stopping ? 'stopping' : null
    try {
      if (!reason) await within(readyWithinMs, db.ping())
    } catch (error) {
      reason = 'database-unavailable'
      request.log.warn({ err: error }, 'not ready')
    }
    if (reason === null) return { status: 200, message: 'OK', data: { ready: true } }
    return reply.code(503).header('retry-after', String(retryAfter)).send(notReadyBody(reason))
  })
  return readiness
}

/** Rejects when the work takes longer; the work itself goes on. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database gave no answer within ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
