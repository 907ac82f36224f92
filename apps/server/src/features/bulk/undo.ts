import type { undo as contract } from '@nestmark/contract/jobs'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { startBulk } from '../../deeds/bulk.ts'
import { closeDeed, deedOf, sizeOf } from '../../deeds/store.ts'
import { type Call, WithStatus } from '../../http/implement.ts'
import { jobOf } from '../../jobs/store.ts'
import { undoStep } from './undoStep.ts'

/**
 * Takes a deed of the caller back, once. A deed that a job is still doing is stopped first, by whoever wants it undone.
 * @throws Refused 'undo.gone' for somebody else's, what was taken back already, and what is too old; 'undo.running'
 */
export async function undo(
  { actor, services }: Call,
  input: Parsed<typeof contract>,
): Promise<Output<typeof contract> | WithStatus<Output<typeof contract>>> {
  const answer = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    const deed = await deedOf(tx, actor.personId, input.undo, at)
    if (!deed) return refuse('undo.gone')
    const job = await jobOf(tx, actor.personId, deed.id)
    if (job && job.finished_at === null) return refuse('undo.running')
    await closeDeed(tx, deed.id, at)
    const size = await sizeOf(tx, deed.id)
    if (size > limits.atOnce) {
      const started = await startBulk(tx, actor, { deed: 'undo', undo: deed.id }, size, at)
      return { changed: size, left: 0, placed: [], job: started }
    }
    const { changed, left, placed = [] } = await undoStep(tx, { actor, at }, deed.id)
    return { changed, left, placed }
  })
  if (answer.job === undefined) return answer
  services.jobs.wake()
  return new WithStatus(answer, 202, 'OK')
}
