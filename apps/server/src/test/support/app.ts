import { rmSync } from 'node:fs'
import { createClient } from '@nestmark/contract/client'
import type { Input, Operation } from '@nestmark/contract/operation'
import * as z from 'zod/mini'
import { type App, createApp } from '../../app.ts'
import { type Config, readConfig } from '../../configuration/config.ts'
import { openDb } from '../../db/openDb.ts'
import { migrate } from '../../db/migrate.ts'
import { startObjectStore } from '../../blobStorage/testing/objectStore.testing.ts'
import { createMediaProcesses } from '../../media/mediaProcesses.ts'
import { patientLimits } from './mediaProgram.ts'
import { databaseAt, onServer } from './postgres.ts'
import { scratchDir } from './scratch.ts'
import { copySqliteTemplate } from './sqliteTemplate.ts'

export interface TestApp extends App {
  /** `http://127.0.0.1:<port>` of the listening server. */
  origin: string
  /** The clock of the app: `clock.now` in milliseconds. Add to it to let time pass. */
  clock: { now: number }
  /** Returns a client that calls operations with a token (or none) and validates the responses against the contract. */
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
 * Creates a separate PostgreSQL database for one test file; returns no address when the suite runs on SQLite.
 * @param template database to copy, when the new database is not to be empty
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
 * @param port on the loopback interface; 0 selects a free one
 */
export async function startApp(changes: Partial<Config> = {}, port = 0): Promise<TestApp> {
  const dataDir = scratchDir()
  // A copy of a migrated template, because migrating every database would take longer than many tests.
  const database = await ownDatabase(process.env.NESTMARK_TEST_TEMPLATE)
  if (!database.url) copySqliteTemplate(dataDir)
  const bucket = await startBucket(changes)
  const config: Config = {
    ...readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      // Most tests concern servers with plans. Those of servers without set 2.
      DEFAULT_PLAN: '1',
    }),
    databaseUrl: database.url,
    // DNS resolves no names, so no test sends requests to the internet, not even through a saved link.
    fetchDns: '127.0.0.1:9',
    // Tests of PDF files enable it.
    browser: { browser: 'off', folder: null, sandbox: true },
    // Most tests count the requests to other sites. Those of copies enable them.
    copies: 'off',
    // Cheap password hashing. Its cost has separate tests, and the other tests hash hundreds of passwords.
    passwordCost: { n: 4, r: 1, p: 1 },
    // A receiver in the process of the test answers late on a busy machine. Tests of the timeout lower it.
    webhookMs: 120_000,
    ...bucket?.config,
    ...changes,
  }
  const db = openDb(config)
  await migrate(db)
  const clock = { now: Date.now() }
  // The clock does not advance, for rate limits too, until a test moves it.
  const readClock = () => clock.now
  const app = await createApp(config, db, readClock, readClock)
  app.services.jobs.wake()
  app.services.media = createMediaProcesses(patientLimits)
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
      await bucket?.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts an S3 store where the suite runs on one. It is a real server, on the loopback interface. */
async function startBucket({ files }: Partial<Config>) {
  if (process.env.NESTMARK_TEST_FILES !== 's3' || files) return null
  const bucket = await startObjectStore()
  const config: Pick<Config, 'files'> = {
    files: { store: 's3', folder: '', s3: bucket.settings, isDirect: false },
  }
  return { config, close: () => bucket.close() }
}

/** Waits until every queued email has been sent or abandoned. */
export async function mailsSent({ services }: Pick<App, 'services'>): Promise<void> {
  for (;;) {
    const open = await services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'sendEmail')
      .where('finished_at', 'is', null)
      .execute()
    if (open.length === 0) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
