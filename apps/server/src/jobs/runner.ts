import { randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { forBookkeeping } from '../db/writes/reserveUse.ts'
import { runAsServer } from '../db/writes/writeShares.ts'
import { claim, findDueQueues, requeueExpired } from './claim.ts'
import type { JobListener } from './jobListener.ts'
import type { JobKind } from './jobKind.ts'
import { correctFutureTimes, releaseAbandonedLeases, releaseLeases } from './lease.ts'
import { listQueues, type Queue } from './queues.ts'
import { failJob, hasCrashedTooOften, type RunContext } from './runJob.ts'
import { leaseMs, RunningJobs } from './runningJobs.ts'
import { deleteEndedJobs } from './store.ts'

export interface JobRunner {
  /** Notifies the runner of a possible new job; called after the commit that enqueued it. */
  wake(): void
  /** Aborts a job immediately if it runs in this process. */
  cancel(id: string): void
  stop(): Promise<void>
}

/** Interval in milliseconds for noticing jobs of other processes and due jobs. */
const pollMs = 2_000
/** Interval in milliseconds for deleting what ended jobs have left. */
const cleanUpIntervalMs = 3_600_000

/**
 * Runs the jobs in the database: claims them with a lease, alternating between owners, renews the lease,
 * retries, and releases the leases when the server stops. Several processes can do so on one database. It begins when it
 * is woken for the first time.
 */
export function startJobs(
  database: Db,
  kinds: readonly JobKind[],
  now: () => number,
  listener: JobListener,
): JobRunner {
  // Jobs that free space run on a full disk too.
  const db = forBookkeeping(database)
  let stopped = false
  let polling: Promise<void> | null = null
  let pollAgain = false
  let timer: NodeJS.Timeout | undefined
  const onError = (error: unknown) => listener.onError(error)
  const context: RunContext = { db, now, listener, isStopped: () => stopped }
  const running = new RunningJobs(context, () => runner.wake())
  const poll = createPoll(context, listQueues(kinds), running)

  function schedulePoll(): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => runner.wake(), pollMs).unref()
  }

  const runner: JobRunner = {
    wake() {
      if (stopped) return
      if (polling) {
        pollAgain = true
        return
      }
      pollAgain = false
      // A call may have woken it: the queue of everybody does not wait for the share of one person.
      polling = runAsServer(poll)
        .catch(onError)
        .finally(() => {
          polling = null
          if (pollAgain) runner.wake()
          else schedulePoll()
        })
    },
    cancel: id => running.cancel(id),
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(cleanUpTimer)
      await polling
      const leases = await running.stop()
      await releaseLeases(db, leases).catch(onError)
      for (const kind of kinds) await kind.close?.()
    },
  }
  const cleanUpTimer = setInterval(
    () => void cleanUpJobs(db, kinds, now()).catch(onError),
    cleanUpIntervalMs,
  ).unref()
  return runner
}

/** Returns a function that claims and starts due jobs until all slots are in use or none is due. */
function createPoll(
  context: RunContext,
  queues: readonly Queue[],
  running: RunningJobs,
): () => Promise<void> {
  const { db, now, isStopped } = context
  const worker = randomBytes(9).toString('base64url')
  /** The last served key by queue. */
  const served = new Map<string, string>()
  let runs = 0
  /**
   * The time of the last poll; a clock below it was set back. Unknown at the start, so the first poll assumes
   * that it was.
   */
  let lastPoll = Infinity

  async function claimNext({ queue, kind, perKey }: Queue): Promise<boolean> {
    const lease = `${worker}.${++runs}`
    const after = served.get(queue) ?? ''
    const job = await claim(db, { queue, perKey, after, lease, now: now(), leaseMs })
    if (!job) return false
    served.set(queue, job.queue_key)
    if (hasCrashedTooOften(job, kind)) await failJob(context, job)
    else running.start(job, { kind, perKey })
    return true
  }

  return async () => {
    const at = now()
    if (at < lastPoll - 60_000) await correctFutureTimes(db, at, leaseMs)
    lastPoll = at
    const names = queues.map(each => each.queue)
    await requeueExpired(db, names, at, running.ids())
    for (;;) {
      const open = queues.filter(each => running.count(each.queue) < each.concurrency)
      if (isStopped() || open.length === 0) return
      const names = open.map(each => each.queue)
      const due = new Set(await findDueQueues(db.read, names, now()))
      let claimed = 0
      // One job of each queue in turn, so that a long queue does not delay the others.
      for (const queue of open)
        if (due.has(queue.queue) && !isStopped() && (await claimNext(queue))) claimed++
      if (claimed === 0) return
    }
  }
}

/** Deletes what ended jobs have left, and releases the leases of killed processes. */
async function cleanUpJobs(db: Db, kinds: readonly JobKind[], now: number): Promise<void> {
  const watched = kinds.filter(each => each.watched).map(each => each.kind)
  await deleteEndedJobs(db, now, watched)
  for (const kind of kinds) await kind.cleanUp?.()
  if (db.kind === 'postgres') await releaseAbandonedLeases(db, now)
}
