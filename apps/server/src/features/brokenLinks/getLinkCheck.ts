import * as contract from '@nestmark/contract/links/brokenLinks'
import type { LinkCheck } from '@nestmark/contract/links/brokenLinks'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { countByKey } from '../encryption/keys/folderKeyStore.ts'
import { readRun } from './runStore.ts'
import { isRunning, pauseMs } from './startRun.ts'

/** Returns the state of the caller's last check. @throws Refused 'plan.brokenLinks' */
export const getLinkCheck = action(contract.getLinkCheck, async ({ actor, services }): Promise<LinkCheck> => {
  requirePlanFeature(actor.plan, 'brokenLinks')
  const { read } = services.db
  const run = await readRun(read, actor.personId)
  const running = await isRunning(read, run)
  const keys = await countByKey(read, actor.personId)
  const isDone = run.finished_at !== null
  const available = run.started_at === null || (!isDone && !running) ? null : run.started_at + pauseMs
  return {
    state: run.run === null ? 'never' : running ? 'running' : isDone ? 'done' : 'stopped',
    job: running ? run.job : null,
    done: run.done,
    total: run.total,
    started_at: run.started_at,
    finished_at: run.finished_at,
    available_at: available !== null && available > services.now() ? available : null,
    schedule: run.schedule,
    next_at: run.next_at,
    encrypted: keys.reduce((sum, { count }) => sum + count, 0),
  }
})
