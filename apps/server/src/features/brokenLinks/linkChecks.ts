import * as contract from '@nestmark/contract/links/brokenLinks'
import type { LinkCheck } from '@nestmark/contract/links/brokenLinks'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { countByKey } from '../encryption/keys/folderKeyStore.ts'
import { readRun, writeRun, setIgnored } from './checkStore.ts'
import { isRunning, nextTime, pauseMs, startRun, queueScheduledCheck } from './startLinkCheck.job.ts'
import { lockTree } from '../../db/dialect.ts'
import { refuse } from '../../access/refuse.ts'
import { runAction } from '../links/sets/targets.ts'
import { updateBatch } from './addressBatch.ts'
import { StatusReply } from '../../calls/replies.ts'

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

/** Sets whether the caller ignores what was found for links. @throws Refused 'plan.brokenLinks', 'links.noneChosen' */
export const ignoreBrokenLinks = action(
  contract.ignoreBrokenLinks,
  async ({ actor, services }, { links, ignored }) => {
    requirePlanFeature(actor.plan, 'brokenLinks')
    if (links.length === 0) refuse('links.noneChosen')
    return { changed: await services.db.write(tx => setIgnored(tx, actor.personId, links, ignored)) }
  },
)

/**
 * Changes links that have moved to their new addresses, a few immediately and many by a job.
 * @throws Refused 'plan.brokenLinks', 'links.noneChosen', 'links.notFound', 'links.readOnly'
 */
export const updateAddresses = action(contract.updateAddresses, async (call, { links }) => {
  requirePlanFeature(call.actor.plan, 'brokenLinks')
  const order = { action: 'updateAddresses' } as const
  const done = await runAction(call, 'links.edit', { ids: links }, order, updateBatch)
  call.services.jobs.wake()
  return done.as(changed => ({ changed }))
})

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
