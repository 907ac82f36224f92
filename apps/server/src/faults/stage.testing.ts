import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '../db/db.ts'
import { checkIntegrity } from '../db/integrity.ts'
import { ownDatabase } from '../testing/app.ts'
import { type ServerProcess, type Stage, startServer } from './serverProcess.testing.ts'

/** A data directory (and on PostgreSQL a database) of its own, with every server that was started on it. */
export interface OwnStage extends Stage {
  /** Starts a server here. */
  start(env?: Record<string, string>): Promise<ServerProcess>
  /** Looks into the database from this process, beside a running server. */
  look<T>(at: (db: Db) => Promise<T>): Promise<T>
  /** What does not hold (i)-(iv), (vii); empty when all is well. */
  wrong(): Promise<string[]>
  /** Ends every server and removes all. */
  remove(): Promise<void>
}

export async function newStage(): Promise<OwnStage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestmark-fault-'))
  const { url: databaseUrl, drop } = await ownDatabase()
  const servers: ServerProcess[] = []
  const look: OwnStage['look'] = async at => {
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
    start: async env => {
      const server = await startServer({ dataDir, databaseUrl, env })
      servers.push(server)
      return server
    },
    look,
    wrong: () =>
      look(async db =>
        (await checkIntegrity(db)).findings.map(
          ({ wrong, count, examples }) => `${count} ${wrong}: ${examples}`,
        ),
      ),
    remove: async () => {
      await Promise.all(servers.map(server => server.end('SIGKILL')))
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
