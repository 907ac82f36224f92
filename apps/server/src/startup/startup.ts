import { createServer, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../configuration/config.ts'
import type { Db } from '../db/db.ts'
import { runAsLongWork } from '../db/writes/longWork.ts'
import { migrate } from '../db/migrate.ts'
import { formatHosts, parsePostgresAddress } from '../db/postgres/address.ts'
import { assertUsable, explainRefusal } from '../db/postgres/assertUsable.ts'
import { assertSecret } from '../db/secretCheck.ts'
import { classifyDatabaseError } from '../db/databaseErrors.ts'
import { createNotReadyBody, retryAfter } from '../http/readiness.ts'

/** Interval in milliseconds between attempts to reach an unavailable database. */
const tryEveryMs = 500
/** Interval in milliseconds between messages about it. */
const logEveryMs = 5_000

/**
 * Migrates the database and checks that this server's SECRET matches. Waits for an unavailable PostgreSQL;
 * until then the port responds that the server is alive and not ready.
 * @throws UnusableDatabaseError, SchemaVersionError, SecretMismatchError, or the database's error when
 * waiting does not help
 */
export async function prepareDatabase(db: Db, config: Config): Promise<void> {
  let waitingServer: Server | null = null
  let loggedAt = -Infinity
  try {
    for (;;)
      try {
        if (config.databaseUrl) await assertUsable(config.databaseUrl)
        await runAsLongWork(() => migrate(db))
        await assertSecret(db, config.secret)
        return
      } catch (error) {
        if (!config.databaseUrl || [null, 'full'].includes(classifyDatabaseError(error))) throw error
        if (performance.now() - loggedAt >= logEveryMs) {
          loggedAt = performance.now()
          const hosts = formatHosts(parsePostgresAddress(config.databaseUrl))
          console.log(
            `Waiting for PostgreSQL at ${hosts}: ${explain(error)} Nestmark starts when it is available.`,
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

/** Responds on the server's port until the server starts. */
async function listen({ host, port }: Config): Promise<Server> {
  const server = createServer((request, response) => {
    const alive = request.method === 'GET' && request.url?.split('?')[0] === '/api/health'
    const body = alive
      ? { status: 200, message: 'OK', data: { alive: true } }
      : createNotReadyBody('starting')
    response.writeHead(body.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      ...(alive ? {} : { 'retry-after': String(retryAfter) }),
      // The actual server cannot take over these connections.
      connection: 'close',
    })
    response.end(JSON.stringify(body))
    request.resume()
  })
  // A port chosen by the system is not known before the server listens.
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
