import type { PlanState } from '@nestmark/contract/plans'
import type { PlanTerms } from '@nestmark/core/plans/planTerms'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import type { Call } from '../../../calls/call.ts'
import { presentTerms } from '../../session/planTerms.ts'
import { readTerms, setTerms } from '../store.ts'

/** Changes the caller's plan in one transaction, which a refusal rolls back. */
export async function changeTerms(
  { actor, services: { db, now, jobs } }: Call,
  change: (tx: Tx, had: PlanTerms) => Promise<PlanTerms>,
): Promise<PlanState> {
  const terms = await db.write(async tx => {
    await lockTree(tx, actor.personId)
    const had = (await readTerms(tx, actor.personId)) ?? refuse('session.expired')
    const next = await change(tx, had)
    await setTerms(tx, actor.personId, next, now())
    return next
  })
  jobs.wake()
  return presentTerms(terms)
}
