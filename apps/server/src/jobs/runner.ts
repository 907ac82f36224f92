import { randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'
import type { JobRow } from '../db/tables.ts'
import { claim, finish, forgetEnded, nextDue, releaseAll, renew, retryLater } from './store.ts'

/** What a kind of job does. It may run twice (after a crash) and must do its work once. */
export interface JobKind {
  kind: string
  /** How many of this kind run side by side. */
  atOnce: number
  /** How often it is tried in all before it counts as failed. */
  attempts: number
  /** True when people watch it: it is kept longer after its end. */
  watched?: boolean
  /** Does the work; `signal` aborts when the job is cancelled or the server stops. Ends the job itself or leaves that to the runner. */
  run(job: JobRow, signal: AbortSignal): Promise<void | JobEnd>
}

export interface JobEnd {
  state: 'done' | 'failed' | 'cancelled'
  error?: string
}

export interface JobRunner {
  /** Says that a job may have been left; called after the transaction that left it. */
  wake(): void
  /** Stops a job of this process at once, if it runs here. */
  cancel(id: string): void
  stop(): Promise<void>
}

const leaseMs = 60_000
/** How long until another process's job or a later one is noticed. */
const pollMs = 2_000

interface Running {
  id: string
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
): JobRunner {
  const worker = randomBytes(9).toString('base64url')
  const running = new Set<Running>()
  let stopped = false
  let looking: Promise<void> | null = null
  let lookAgain = false
  let timer: NodeJS.Timeout | undefined

  const free = () =>
    kinds.filter(each => [...running].filter(job => job.kind === each.kind).length < each.atOnce)

  async function look(): Promise<void> {
    for (let open = free(); open.length > 0 && !stopped; open = free()) {
      const names = open.map(each => each.kind)
      const due = await nextDue(db.read, names, now())
      if (due === null || due > now()) return
      const job = await claim(db, worker, names, now(), leaseMs)
      if (!job) return
      begin(
        job,
        kinds.find(each => each.kind === job.kind)!,
      )
    }
  }

  function begin(job: JobRow, kind: JobKind): void {
    const abort = new AbortController()
    const beat = setInterval(
      () => void renew(db, job.id, worker, now() + leaseMs).catch(onFault),
      leaseMs / 3,
    )
    const entry: Running = { id: job.id, kind: job.kind, abort, ended: Promise.resolve() }
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
    try {
      const end = (await kind.run(job, signal)) ?? { state: 'done' as const }
      if (!stopped) await db.write(tx => finish(tx, job.id, end, now()))
    } catch (error) {
      if (stopped) return
      if (job.attempts < kind.attempts) {
        await db.write(tx => retryLater(tx, job.id, now() + 5_000 * 4 ** (job.attempts - 1)))
        return
      }
      onFault(error)
      await db.write(tx =>
        finish(tx, job.id, { state: 'failed', error: 'This could not be finished.' }, now()),
      )
    }
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
      for (const job of running) job.abort.abort(new Error('stopping'))
      await Promise.all([...running].map(job => job.ended))
      await releaseAll(db, worker).catch(onFault)
    },
  }
  const watched = kinds.filter(each => each.watched).map(each => each.kind)
  const sweep = setInterval(() => void forgetEnded(db, now(), watched).catch(onFault), 3_600_000).unref()
  runner.wake()
  return runner
}
