import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../../db/db.ts'
import { openDb } from '../../db/openDb.ts'
import { checkIntegrity } from '../../db/integrity.ts'
import { neverDue } from '../../jobs/store.ts'
import { ownDatabase } from '../support/app.ts'
import { copySqliteTemplate } from '../support/sqliteTemplate.ts'
import { type ServerProcess, type ServerFixture, startServer } from './serverProcess.testing.ts'

/** A separate data directory (and on PostgreSQL a database), with all servers that were started on it. */
export interface OwnFixture extends ServerFixture {
  /** Starts a server on this data. */
  start(env?: Record<string, string>, limits?: Pick<ServerFixture, 'openFiles'>): Promise<ServerProcess>
  /** Reads the database from this process while a server may be running. */
  look<T>(at: (db: Db) => Promise<T>): Promise<T>
  /** Expires the leases and exports of killed servers, so that no test waits for them. Has no effect on SQLite. */
  leasesEnd(): Promise<void>
  /** Makes jobs that wait for a retry due. */
  triesAreDue(): Promise<void>
  /** Returns the violations of invariants (i)-(iv) and (vii); empty when there are none. */
  wrong(): Promise<string[]>
  /** Stops every server and removes all data. */
  remove(): Promise<void>
}

/**
 * Creates a data directory with a migrated database, which on PostgreSQL is on the server of the suite.
 * @param options `isEmpty` for a database without a table, as before the first start
 */
export async function newFixture({ isEmpty = false } = {}): Promise<OwnFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestmark-resilience-'))
  const { url: databaseUrl, drop } = await ownDatabase(
    isEmpty ? undefined : process.env.NESTMARK_TEST_TEMPLATE,
  )
  if (!databaseUrl && !isEmpty) copySqliteTemplate(dataDir)
  const servers: ServerProcess[] = []
  const look: OwnFixture['look'] = async at => {
    const db = openDb({ dataDir, databaseUrl })
    try {
      return await at(db)
    } finally {
      await db.close()
    }
  }
  return {
    dataDir,
    databaseUrl,
    start: async (env, limits) => {
      const server = await startServer({ dataDir, databaseUrl, env, ...limits })
      servers.push(server)
      return server
    },
    look,
    leasesEnd: async () => {
      if (!databaseUrl) return
      const expired = { lease_until: 0 }
      await look(db =>
        db.write(async tx => {
          await tx.updateTable('jobs').set(expired).where('lease_until', 'is not', null).execute()
          await tx.updateTable('library_exports').set({ updated_at: 0 }).execute()
        }),
      )
    },
    triesAreDue: () =>
      look(db =>
        db.write(async tx => {
          const waits = tx.updateTable('jobs').set({ run_after: 0 }).where('run_after', '<', neverDue)
          await waits.where('finished_at', 'is', null).where('lease_until', 'is', null).execute()
        }),
      ),
    wrong: () =>
      look(async db =>
        (await checkIntegrity(db)).findings.map(
          ({ violation, count, examples }) => `${count} ${violation}: ${examples}`,
        ),
      ),
    remove: async () => {
      await Promise.all(servers.map(server => server.end('SIGKILL')))
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
