import type { FastifyInstance } from 'fastify'
import type { BackgroundCheck } from '../db/dataFile/backgroundCheck.ts'
import type { Db } from '../db/db.ts'

/** Milliseconds in which the database must respond for the server to be ready. */
const readinessTimeoutMs = 1000
/** Seconds after which a caller may retry. */
export const retryAfter = 5

/** Why a server is not ready, for a supervisor or proxy. It contains no address and no error text. */
export type NotReady = 'starting' | 'database-unavailable' | 'stopping'

/** Creates the body of a negative `/api/ready` response. */
export function createNotReadyBody(reason: NotReady) {
  return { status: 503, message: 'Service Unavailable', data: { ready: false, reason } }
}

/** Further state of the server. */
export interface Readiness {
  /** The state of the data file check; null on PostgreSQL. */
  dataFile: Pick<BackgroundCheck, 'state'> | null
}

/**
 * Serves `/api/health`, which responds while the process is alive, and `/api/ready`, which checks the
 * database and responds 503 with a reason when it does not respond within a second.
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
      if (!reason) await withTimeout(readinessTimeoutMs, db.ping())
    } catch (error) {
      reason = 'database-unavailable'
      request.log.warn({ err: error }, 'not ready')
    }
    if (reason === null) return { status: 200, message: 'OK', data: { ready: true } }
    return reply.code(503).header('retry-after', String(retryAfter)).send(createNotReadyBody(reason))
  })
  return readiness
}

/** Rejects when the work takes longer than `ms`; the work continues. */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
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
