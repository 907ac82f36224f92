import type { Topic } from '@nestmark/contract/operation'
import type { JobRow } from '../db/tables/tables.ts'

/** A job that this process has claimed with a lease. */
export type ClaimedJob = JobRow & { lease_owner: string }

/** What a kind of job does. It may run twice (after a crash) and must be idempotent. */
export interface JobKind extends Capacity {
  kind: string
  /**
   * The limits of the queue for short work, if the kind has one: short work then never waits for long work.
   */
  small?: Capacity
  /** Maximum number of attempts before the job fails. */
  attempts: number
  /** True when people watch its progress: it is retained longer after its end. */
  watched?: boolean
  /**
   * The topics it changes, published to the owner's windows at its end. A kind that often changes nothing
   * publishes them itself.
   */
  touches?: readonly Topic[]
  /** Releases resources of the kind (a thread); called when the server stops, after its jobs have ended. */
  close?(): Promise<void>
  /** Deletes leftovers of the kind; called periodically. */
  cleanUp?(): Promise<void>
  /**
   * Does the work; `signal` aborts when the job is cancelled or the server stops. It may end the job itself; otherwise
   * the runner ends it with the result, or as done. Long work that has stored its progress returns 'yield' when another
   * job needs its slot, and is called again later.
   */
  run(job: ClaimedJob, signal: AbortSignal, slot: SlotState): Promise<void | JobResult | 'yield'>
}

/** How many jobs of a queue run concurrently: one where nothing else is stated. */
interface Capacity {
  /** On this server. */
  concurrency?: number
  /** Per owner, on all servers together. Below `concurrency`, so that one owner never takes every slot. */
  perOwner?: number
}

export interface SlotState {
  /** Returns true when a job of another owner waits for this slot. */
  isWanted(): Promise<boolean>
}

export interface JobResult {
  state: 'done' | 'failed' | 'cancelled'
  error?: string
  /** The cause of the failure, for the server log. */
  cause?: unknown
}
