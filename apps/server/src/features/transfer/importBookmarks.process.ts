import { type DbPlace, openDb } from '../../db/db.ts'
import type { JobRow } from '../../db/tables.ts'
import { runImport } from './importRun.ts'

/**
 * The import's own process: reading and writing 100,000 links must not hold up anybody's page, and the memory it took is
 * given back whole at its end.
 */
process.once('message', ({ place, job }: { place: DbPlace; job: JobRow }) => void work(place, job))
// Without the server there is nobody to report to; whoever starts next goes on from the last batch.
process.once('disconnect', () => process.exit(1))

async function work(place: DbPlace, job: JobRow): Promise<void> {
  const db = openDb(place)
  let word: object
  try {
    word = { end: await runImport(db, job) }
  } catch (error) {
    word = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  await db.close()
  process.send!(word, () => process.exit(0))
}
