import * as contract from '@nestmark/contract/links/brokenLinks'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { StatusReply } from '../../calls/replies.ts'
import { readRun } from './runStore.ts'
import { pauseMs, startRun } from './startRun.ts'

/**
 * Starts a check of all links of the caller, once in 24 hours, or continues one that has stopped (FIND-04).
 * @throws Refused 'plan.brokenLinks', 'brokenLinks.onceADay'
 */
export const checkLinkStatus = action(contract.checkLinkStatus, async ({ actor, services }) => {
  requirePlanFeature(actor.plan, 'brokenLinks')
  const { db, now, jobs } = services
  const job = await db.write(async tx => {
    await lockTree(tx, actor.personId)
    const started = await startRun(tx, actor.personId, now())
    if (started !== null) return started
    const { started_at: last } = await readRun(tx, actor.personId)
    const wait = Math.ceil(((last ?? now()) + pauseMs - now()) / 1000)
    return refuse('brokenLinks.onceADay', { retryAfter: Math.max(1, wait) })
  })
  jobs.wake()
  return new StatusReply({ job }, 202, 'Your links are being checked')
})
