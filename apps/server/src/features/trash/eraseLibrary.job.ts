import { setTimeout as pause } from 'node:timers/promises'
import { forFreeing } from '../../db/writes/reserveUse.ts'
import { lockTree } from '../../db/dialect.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import type { Services } from '../../services.ts'
import { endUploadsOfPerson } from '../uploads/receiving/endUploads.ts'
import { eraseTraces } from './eraseTraces.ts'
import { erasePerson, eraseBatch, hasRunning, isClosed } from './eraseStore.ts'

const rowsAtOnce = 500
/** The number of times to check whether a running import has noticed its cancellation. */
const maxChecks = 200

/**
 * Erases the library of a deleted account in short batches, so that other writers do not wait. All access was removed
 * before (see `accounts/profile/closeAccount.ts`). The retries extend over most of the one day that is stated to users.
 */
export function eraseLibrary({
  db: database,
  now,
  batches,
}: Pick<Services, 'db' | 'now' | 'batches'>): JobKind {
  const db = forFreeing(database)
  return {
    kind: 'eraseLibrary',
    concurrency: 2,
    // These jobs have no owner: the owner's row is deleted too.
    perOwner: 2,
    attempts: 7,
    async run(job, signal, slot) {
      const { personId } = JSON.parse(job.payload) as { personId: string }
      if (!(await isClosed(db.read, personId))) return
      for (let n = 0; await hasRunning(db.read, personId, now()); n++) {
        if (n >= maxChecks) throw new Error('A job of a deleted library did not end in time.')
        await pause(250, undefined, { signal })
      }
      await eraseTraces(db, personId, signal)
      while (await db.write(tx => endUploadsOfPerson(tx, personId, now()))) signal.throwIfAborted()
      const some = () =>
        db.write(async tx => {
          await lockTree(tx, personId)
          return eraseBatch(tx, personId, rowsAtOnce, now())
        })
      while (await batches.run(personId, some)) {
        signal.throwIfAborted()
        if (await slot.isWanted()) return 'yield'
      }
      while (!(await db.write(tx => erasePerson(tx, personId, rowsAtOnce, now())))) signal.throwIfAborted()
    },
  }
}
