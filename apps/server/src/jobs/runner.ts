import { randomBytes } from 'node:crypto'
import type { Topic } from '@nestmark/contract/operation'
import type { Db } from '../db/db.ts'
import type { JobRow } from '../db/tables.ts'
import { claim, forgetFuture, isAnyDue, release, releaseAbandoned, renew, retryLater } from './lease.ts'
import { finish, forgetEnded } from './store.ts'

/** What a kind of job does. It may run twice (after a crash) and must do its work once. */
export interface JobKind {
  kind: string
  /** How many of this kind run side by side. */
  atOnce: number
  /** How often it is tried in all before it counts as failed. */
  attempts: number
  /** True when people watch it: it is kept longer after its end. */
  watched?: boolean
  /** What its work touches; told to the owner's windows at its end. A kind that often changes nothing tells it itself. */
  touches?: readonly Topic[]
  /** Clears what the kind leaves behind; called now and then. */
  tidy?(): Promise<void>
  /** Does the work; `signal` aborts when the job is cancelled or the server stops. Ends the job itself or leaves that to the runner. */
  run(job: JobRow, signal: AbortSignal): Promise<void | JobEnd>
}

export interface JobEnd {
  state: 'done' | 'failed' | 'cancelled'
  error?: string
  /** Why it failed, for the log of the person who runs the server. */
  fault?: unknown
}

export interface JobRunner {
  /** Says that a job may have been left; called after the transaction that left it. */
  wake(): void
  /** Stops a job of this process at once, if it runs here. */
  cancel(id: string): void
  stop(): Promise<void>
}

/** Short, so that the job of a process that was killed goes on soon; who works renews it three times as often. */
const leaseMs = 15_000
/** How often more a job may bring its process down before it counts as failed. */
const crashesAllowed = 3
/** How long until another process's job or a later one is noticed. */
const pollMs = 2_000

interface Running {
  id: string
  lease: string
  kind: string
  abort: AbortController
  ended: Promise<void>
}

/**
 * Runs the jobs that lie in the database: claims with a lease, renews it, retries, and gives back what it holds when the
 * server stops. Any number of processes may do so on one database.
 */
export function startJobs(
  db: Db,
  kinds: readonly JobKind[],
  now: () => number,
  onFault: (error: unknown) => void,
  onChange: (ownerId: string, touches: readonly Topic[]) => void = () => undefined,
): JobRunner {
  const worker = randomBytes(9).toString('base64url')
  const running = new Set<Running>()
  let stopped = false
  let looking: Promise<void> | null = null
  let lookAgain = false
  let timer: NodeJS.Timeout | undefined
  let runs = 0
  /** A clock that shows less than this was set back. At the start it may have been while nobody looked. */
  let lastLook = Infinity

  const free = () =>
    kinds.filter(each => [...running].filter(job => job.kind === each.kind).length < each.atOnce)

  async function look(): Promise<void> {
    const at = now()
    if (at < lastLook - 60_000) await forgetFuture(db, at, leaseMs)
    lastLook = at
    for (;;) {
      const names = free().map(each => each.kind)
      if (stopped || names.length === 0) return
      if (!(await isAnyDue(db.read, names, now()))) return
      const lease = `${worker}.${++runs}`
      const except = [...running].map(each => each.id)
      const job = await claim(db, { lease, kinds: names, except, now: now(), leaseMs })
      if (!job) return
      const kind = kinds.find(each => each.kind === job.kind)!
      if (job.attempts > kind.attempts + crashesAllowed) await giveUp(job)
      else begin(job, kind)
    }
  }

  function begin(job: JobRow, kind: JobKind): void {
    const abort = new AbortController()
    const lease = job.lease_owner!
    const renewed = async () => {
      // Somebody else has it: what this run would still write is refused by the lease, so it may as well end.
      if (!(await renew(db, job.id, lease, now() + leaseMs))) abort.abort(new Error('taken over'))
    }
    const beat = setInterval(() => void renewed().catch(onFault), leaseMs / 3)
    const entry: Running = { id: job.id, lease, kind: job.kind, abort, ended: Promise.resolve() }
    entry.ended = work(job, kind, abort.signal)
      .catch(onFault)
      .finally(() => {
        clearInterval(beat)
        running.delete(entry)
        runner.wake()
      })
    running.add(entry)
  }

  async function work(job: JobRow, kind: JobKind, signal: AbortSignal): Promise<void> {
    const lease = job.lease_owner!
    try {
      const end: JobEnd = (await kind.run(job, signal)) ?? { state: 'done' }
      if (end.fault !== undefined) onFault(end.fault)
      if (!stopped) await db.write(tx => finish(tx, job.id, end, now(), lease))
    } catch (error) {
      if (stopped) return
      if (job.attempts < kind.attempts) {
        await db.write(tx => retryLater(tx, job.id, lease, now() + 5_000 * 4 ** (job.attempts - 1)))
        return
      }
      onFault(error)
      await giveUp(job)
    } finally {
      if (kind.touches && job.owner_id) onChange(job.owner_id, kind.touches)
    }
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
