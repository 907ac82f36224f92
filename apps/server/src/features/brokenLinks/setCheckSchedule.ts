import * as contract from '@nestmark/contract/links/brokenLinks'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { getLinkCheck } from './getLinkCheck.ts'
import { nextTime, readRun, writeRun } from './runStore.ts'
import { queueScheduledCheck } from './startLinkCheck.job.ts'

/** Chooses how often the caller's links are checked by themselves. @throws Refused 'plan.brokenLinks' */
export const setCheckSchedule = action(contract.setCheckSchedule, async (call, { schedule }) => {
  const { actor, services } = call
  requirePlanFeature(actor.plan, 'brokenLinks')
  await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const run = await readRun(tx, actor.personId)
    if (run.schedule === schedule) return
    const at = services.now()
    // Counted from the last check, so that a library that was never checked is checked soon.
    const due = nextTime(schedule, run.started_at ?? 0)
    const next = due === null ? null : Math.max(due, at)
    await writeRun(tx, actor.personId, { schedule, next_at: next })
    if (next !== null) await queueScheduledCheck(tx, actor.personId, next, at)
  })
  services.jobs.wake()
  return getLinkCheck(call, {})
})
