import { holdPlans } from '../../access/plan.ts'
import { lowerPriority } from '../../concurrency/threadPriority.ts'
import type { Db, DbPlace } from '../../db/db.ts'
import { asLongWork } from '../../db/longWork.ts'
import type { JobRow } from '../../db/tables.ts'
import { askForBatches, type BatchTurn } from '../../jobs/remoteBatches.ts'
import { toSentError } from '../../readers/sentError.ts'
import { readAhead } from './readAhead.ts'

/**
 * The import's own process: reading and writing 100,000 links must not hold up anybody's page, and the memory it took is
 * given back whole at its end.
 */
lowerPriority('background')
const batches = askForBatches(request => process.send!(request))
process.on('message', (message: Order | BatchTurn) => {
  if ('batchTurn' in message) return batches.start(message)
  holdPlans(message.held)
  void asLongWork(() => work(message.place, message.job))
})
// Without the server there is nobody to report to; whoever starts next goes on from the last batch.
process.once('disconnect', () => process.exit(1))

interface Order {
  place: DbPlace
  job: JobRow
  /** Whether plans are held to their limits. */
  held: boolean
}

/** How often people's windows are told of an import that goes on, in milliseconds. */
const tellMs = 700

/** The same database, whose transactions are told to the server: only it knows who looks at what they changed. */
function notifyingDb(db: Db): Db {
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    ...db,
    write: async work => {
      const result = await db.write(work)
      if (performance.now() - toldAt > tellMs) {
        toldAt = performance.now()
        process.send!({ wrote: true })
      }
      return result
    },
  }
}

async function work(place: DbPlace, job: JobRow): Promise<void> {
  const startedAt = Date.now()
  const reading = readAhead(place, job, startedAt)
  // Loaded only now: the thread loads its own part meanwhile.
  const { openDb } = await import('../../db/db.ts')
  const { runImport } = await import('./importRun.ts')
  let db: Db | undefined
  let word: object
  try {
    db = openDb(place)
    word = { end: await runImport({ db: notifyingDb(db), batches }, job, { startedAt, reading }) }
  } catch (error) {
    word = { error: toSentError(error) }
  }
  await db?.close()
  process.send!(word, () => process.exit(0))
}
