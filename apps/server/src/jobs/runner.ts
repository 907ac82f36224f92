import { randomBytes } from 'node:crypto'
import type { Topic } from '@nestmark/contract/operation'
import type { Db } from '../db/db.ts'
import { asLongWork } from '../db/longWork.ts'
import type { JobRow } from '../db/tables.ts'
import { claim, dueQueues, freeExpired, isWanted } from './claim.ts'
import type { JobEnd, JobKind, JobTurn } from './kind.ts'
import { forgetFuture, putBack, release, releaseAbandoned, renew, retryLater } from './lease.ts'
import { listQueues } from './queues.ts'
import { isShortage } from './shortage.ts'
import { finish, forgetEnded } from './store.ts'

export interface JobRunner {
  /** Notifies the runner of a possible new job; called after the commit that enqueued it. */
  wake(): void
  /** Aborts a job immediately if it runs in this process. */
  cancel(id: string): void
  stop(): Promise<void>
}

/** Callbacks of the runner. */
export interface JobListener {
  /** Reports a job that failed finally, or an error of the runner itself. */
  fault(error: unknown): void
  /**
   * Reports the retry of a watched job, or of any job for lack of file handles, processes or memory.
   * @param isShortage whether that lack was the cause
   */
  retried?(error: unknown, job: JobRow, isShortage: boolean): void
  /** Reports the end of a job that changed what its owner sees. */
  changed?(ownerId: string, touches: readonly Topic[]): void
}

/** Short, so that the job of a killed process resumes soon; a running job renews it three times as often. */
const leaseMs = 15_000
/** How many crashes of its process a job may cause, beyond its attempts, before it fails. */
const crashesAllowed = 3
/** Interval in milliseconds for noticing jobs of other processes and due jobs. */
const pollMs = 2_000
/**
 * The delay before the retry of a job that lacked resources, and for how long such attempts do not count; in
 * milliseconds.
 */
const shortageMs = 5_000
const shortageAllowedMs = 86_400_000

interface Running {
  id: string
  lease: string
  queue: string
  abort: AbortController
  ended: Promise<void>
}

/**
 * Runs the jobs in the database: claims them with a lease, alternating between owners, renews the lease,
 * retries, and releases the leases when the server stops. Several processes can do so on one database.
 */
export function startJobs(
  db: Db,
  kinds: readonly JobKind[],
  now: () => number,
  listener: JobListener,
): JobRunner {
  const worker = randomBytes(9).toString('base64url')
  const queues = listQueues(kinds)
  const running = new Set<Running>()
  /** The last served key by queue. */
  const served = new Map<string, string>()
  let stopped = false
  let looking: Promise<void> | null = null
  let lookAgain = false
  let timer: NodeJS.Timeout | undefined
  let runs = 0
  /**
   * The time of the last poll; a clock below it was set back. Unknown at the start, so the first poll assumes
   * that it was.
   */
  let lastLook = Infinity
  const onFault = (error: unknown) => listener.fault(error)

  const free = () =>
    queues.filter(each => [...running].filter(job => job.queue === each.queue).length < each.atOnce)

  async function look(): Promise<void> {
    const at = now()
    if (at < lastLook - 60_000) await forgetFuture(db, at, leaseMs)
    lastLook = at
    const names = queues.map(each => each.queue)
    await freeExpired(
      db,
      names,
      at,
      [...running].map(each => each.id),
    )
    for (;;) {
      const open = free()
      if (stopped || open.length === 0) return
      const names = open.map(each => each.queue)
      const due = new Set(await dueQueues(db.read, names, now()))
      let claimed = 0
      // One job of each queue in turn, so that a long queue does not delay the others.
      for (const queue of open) if (due.has(queue.queue) && !stopped && (await claimNext(queue))) claimed++
      if (claimed === 0) return
    }
  }

  async function claimNext({ queue, kind, perKey }: (typeof queues)[number]): Promise<boolean> {
    const lease = `${worker}.${++runs}`
    const after = served.get(queue) ?? ''
    const job = await claim(db, { queue, perKey, after, lease, now: now(), leaseMs })
    if (!job) return false
    served.set(queue, job.queue_key)
    if (job.attempts > kind.attempts + crashesAllowed) await giveUp(job)
    else begin(job, kind, perKey)
    return true
  }

  function begin(job: JobRow, kind: JobKind, perKey: number): void {
    const abort = new AbortController()
    const lease = job.lease_owner!
    const renewed = async () => {
      // Another process took the job over. Its lease rejects further writes of this run, which therefore
      // ends.
      if (!(await renew(db, job.id, lease, now() + leaseMs))) abort.abort(new Error('taken over'))
    }
    const beat = setInterval(() => void renewed().catch(onFault), leaseMs / 3)
    const entry: Running = { id: job.id, lease, queue: job.queue, abort, ended: Promise.resolve() }
    const turn: JobTurn = { isWanted: () => isWanted(db.read, { queue: job.queue, perKey }, job, now()) }
    entry.ended = work(job, kind, abort.signal, turn)
      .catch(onFault)
      .finally(() => {
        clearInterval(beat)
        running.delete(entry)
        runner.wake()
      })
    running.add(entry)
  }

  async function work(job: JobRow, kind: JobKind, signal: AbortSignal, turn: JobTurn): Promise<void> {
    const lease = job.lease_owner!
    try {
      const end: JobEnd | 'yield' = (await asLongWork(() => kind.run(job, signal, turn))) ?? {
        state: 'done',
      }
      if (end === 'yield') {
        if (!stopped) await db.write(tx => putBack(tx, job.id, lease))
        return
      }
      if (end.fault !== undefined) onFault(end.fault)
      if (!stopped) await db.write(tx => finish(tx, job.id, end, now(), lease))
    } catch (error) {
      if (!stopped) await tryAgain(job, kind, error)
    } finally {
      if (kind.touches && job.owner_id) listener.changed?.(job.owner_id, kind.touches)
    }
  }

  async function tryAgain(job: JobRow, kind: JobKind, error: unknown): Promise<void> {
    const lease = job.lease_owner!
    const lacks = isShortage(error)
    if (lacks && now() < job.created_at + shortageAllowedMs) {
      listener.retried?.(error, job, lacks)
      const next = { runAfter: now() + shortageMs, attempts: job.attempts - 1 }
      return db.write(tx => retryLater(tx, job.id, lease, next))
    }
    if (job.attempts < kind.attempts) {
      if (lacks || kind.watched) listener.retried?.(error, job, lacks)
      const next = { runAfter: now() + 5_000 * 4 ** (job.attempts - 1), attempts: job.attempts }
      return db.write(tx => retryLater(tx, job.id, lease, next))
    }
    onFault(error)
    await giveUp(job)
  }

  function giveUp(job: JobRow): Promise<void> {
    const end = { state: 'failed' as const, error: 'This could not be finished.' }
    return db.write(tx => finish(tx, job.id, end, now(), job.lease_owner!))
  }

  function plan(): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => runner.wake(), pollMs).unref()
  }

  const runner: JobRunner = {
    wake() {
      if (stopped) return
      if (looking) {
        lookAgain = true
        return
      }
      lookAgain = false
      looking = look()
        .catch(onFault)
        .finally(() => {
          looking = null
          if (lookAgain) runner.wake()
          else plan()
        })
    },
    cancel(id) {
      for (const job of running) if (job.id === id) job.abort.abort(new Error('cancelled'))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(sweep)
      await looking
      const held = [...running]
      for (const job of held) job.abort.abort(new Error('stopping'))
      await Promise.all(held.map(job => job.ended))
      const leases = held.map(job => job.lease)
      await release(db, leases).catch(onFault)
      for (const kind of kinds) await kind.close?.()
    },
  }
  const watched = kinds.filter(each => each.watched).map(each => each.kind)
  const tidy = async () => {
    await forgetEnded(db, now(), watched)
    for (const kind of kinds) await kind.tidy?.()
    if (db.kind === 'postgres') await releaseAbandoned(db, now())
  }
  const sweep = setInterval(() => void tidy().catch(onFault), 3_600_000).unref()
  looking = releaseAbandoned(db, now())
    .catch(onFault)
    .finally(() => {
      looking = null
      runner.wake()
    })
  return runner
}
