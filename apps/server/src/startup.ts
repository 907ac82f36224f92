import { createServer, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import { asLongWork } from './db/longWork.ts'
import { migrate } from './db/migrate.ts'
import { hostNames, parsePostgresAddress } from './db/postgres/address.ts'
import { assertUsable, explainRefusal } from './db/postgres/usable.ts'
import { assertSecret } from './db/secretCheck.ts'
import { databaseTrouble } from './db/trouble.ts'
import { notReadyBody, retryAfter } from './http/readiness.ts'

/** Milliseconds between two tries to reach a database that is away. */
const tryEveryMs = 500
/** Milliseconds between two lines that say so. */
const sayEveryMs = 5_000

/**
 * Brings the database to this version and makes sure that it is this server's. A PostgreSQL that is away is waited for; meanwhile the port answers that the
 * server is alive and not ready.
 * @throws UnusableDatabaseError, NewerDatabaseError, SecretMismatchError, or what the database said where waiting does not help
 */
export async function prepareDatabase(db: Db, config: Config): Promise<void> {
  let waitingServer: Server | null = null
  let saidAt = -Infinity
  try {
    for (;;)
      try {
        if (config.databaseUrl) await assertUsable(config.databaseUrl)
        await asLongWork(() => migrate(db))
        await assertSecret(db, config.secret)
        return
      } catch (error) {
        if (!config.databaseUrl || [null, 'full'].includes(databaseTrouble(error))) throw error
        if (performance.now() - saidAt >= sayEveryMs) {
          saidAt = performance.now()
          const hosts = hostNames(parsePostgresAddress(config.databaseUrl))
          console.log(
            `Waiting for PostgreSQL at ${hosts}: ${explain(error)} Nestmark starts when it is there.`,
          )
        }
        waitingServer ??= await listen(config)
        await pause(tryEveryMs)
      }
  } finally {
    await close(waitingServer)
  }
}

function explain(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  const text = explainRefusal(error) ?? (message || code || String(error))
  return text.endsWith('.') ? text : `${text}.`
}

/** Answers on the server's port until the server itself can. */
async function listen({ host, port }: Config): Promise<Server> {
  const server = createServer((request, response) => {
    const alive = request.method === 'GET' && request.url?.split('?')[0] === '/api/health'
    const body = alive ? { status: 200, message: 'OK', data: { alive: true } } : notReadyBody('starting')
    response.writeHead(body.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      ...(alive ? {} : { 'retry-after': String(retryAfter) }),
      // The server that comes after takes none of these connections over.
      connection: 'close',
    })
    response.end(JSON.stringify(body))
    request.resume()
  })
  // Where the port is to be a free one, it is not known before the server has it.
  if (port === 0) return server
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

async function close(server: Server | null): Promise<void> {
  if (!server?.listening) return
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
