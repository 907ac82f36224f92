import { setTimeout as pause } from 'node:timers/promises'
import { lockTree } from '../../db/dialect.ts'
import type { JobKind } from '../../jobs/kind.ts'
import type { Services } from '../../services.ts'
import { eraseTraces } from './eraseTraces.ts'
import { erasePerson, eraseSome, hasRunning, isClosed } from './eraseStore.ts'

const rowsAtOnce = 500
/** How often a running import is asked whether it has heard that it is over. */
const patienceTries = 200

/**
 * Erases the library of a deleted account in short batches, so that nobody else waits for it. Everybody has been locked
 * out before (see `accounts/closeAccount.ts`); the tries reach far into the day that people are promised.
 */
export function eraseLibrary({ db, now, batches }: Pick<Services, 'db' | 'now' | 'batches'>): JobKind {
  return {
    kind: 'eraseLibrary',
    atOnce: 2,
    // They belong to nobody: their owner's row goes with the rest.
    perOwner: 2,
    attempts: 7,
    async run(job, signal, turn) {
      const { personId } = JSON.parse(job.payload) as { personId: string }
      if (!(await isClosed(db.read, personId))) return
      for (let n = 0; await hasRunning(db.read, personId, now()); n++) {
        if (n >= patienceTries) throw new Error('A job on a deleted library does not end.')
        await pause(250, undefined, { signal })
      }
      await eraseTraces(db, personId, signal)
      const some = () =>
        db.write(async tx => {
          await lockTree(tx, personId)
          return eraseSome(tx, personId, rowsAtOnce)
        })
      while (await batches.run(personId, some)) {
        signal.throwIfAborted()
        if (await turn.isWanted()) return 'yield'
      }
      await db.write(tx => erasePerson(tx, personId))
    },
  }
}
