import { rmSync } from 'node:fs'
import { createClient } from '@nestmark/contract/client'
import type { Input, Operation } from '@nestmark/contract/operation'
import * as z from 'zod/mini'
import { type App, createApp } from '../../app.ts'
import { type Config, readConfig } from '../../config.ts'
import { openDb } from '../../db/db.ts'
import { migrate } from '../../db/migrate.ts'
import { databaseAt, onServer } from './postgres.ts'
import { scratchDir } from './scratch.ts'

export interface TestApp extends App {
  /** `http://127.0.0.1:<port>` of the listening server. */
  origin: string
  /** The clock of the app: `clock.now` in milliseconds; add to it to let time pass. */
  clock: { now: number }
  /** Calls an operation as somebody (or nobody) and checks the answer against the contract. */
  as(token: string | null): Caller
  stop(): Promise<void>
}

export interface Caller {
  <Op extends Operation>(
    op: Op,
    input: Input<Op>,
    options?: { idempotencyKey?: string },
  ): Promise<z.output<Op['output']>>
}

/**
 * A PostgreSQL database of its own for one test file; no address when the suite runs on SQLite.
 * @param template the database it starts as a copy of, for one that is not to be quite empty
 */
export async function ownDatabase(
  template?: string,
): Promise<{ url: string | null; drop: () => Promise<void> }> {
  const server = process.env.NESTMARK_TEST_POSTGRES
  if (!server) return { url: null, drop: async () => undefined }
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await onServer(server, `create database ${name}${template ? ` template ${template}` : ''}`)
  return {
    url: databaseAt(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

/**
 * Starts the real app on a real, empty database.
 * @param port of loopback; 0 takes a free one
 */
export async function startApp(changes: Partial<Config> = {}, port = 0): Promise<TestApp> {
  const dataDir = scratchDir()
  // Migrating each one would cost more than many a test.
  const database = await ownDatabase(process.env.NESTMARK_TEST_TEMPLATE)
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' }),
    databaseUrl: database.url,
    // Names resolve nowhere: no test reaches out to the internet, not even by a link it saves.
    fetchDns: '127.0.0.1:9',
    // What a password is worth is tested for itself; the tests have hundreds of them.
    passwordCost: { n: 4, r: 1, p: 1 },
    ...changes,
  }
  const db = openDb(config)
  await migrate(db)
  const clock = { now: Date.now() }
  // It stands still, limits of calls too, until a test moves it.
  const clockOf = () => clock.now
  const app = await createApp(config, db, clockOf, clockOf)
  const origin = await app.server.listen({ port, host: '127.0.0.1' })
  return {
    ...app,
    origin,
    clock,
    as: token => {
      const client = createClient(origin, () => token)
      return async (op, input, options) => {
        const answer = await client.call(op, input, options)
        return z.parse(op.output, answer) as never
      }
    },
    stop: async () => {
      await app.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Waits until every mail that was left has been handed over, or given up. */
export async function mailsSent({ services }: Pick<App, 'services'>): Promise<void> {
  for (;;) {
    const open = await services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'sendLetter')
      .where('finished_at', 'is', null)
      .execute()
    if (open.length === 0) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
