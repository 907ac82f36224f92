import type { Topic } from '@nestmark/contract/operation'
import type { JobRow } from '../db/tables.ts'

/** What a kind of job does. It may run twice (after a crash) and must do its work once. */
export interface JobKind extends Capacity {
  kind: string
  /** The bounds of the queue for short work, where the kind has one: short work then never waits for long work. */
  small?: Capacity
  /** How often it is tried in all before it counts as failed. */
  attempts: number
  /** True when people watch it: it is kept longer after its end. */
  watched?: boolean
  /** What its work touches; told to the owner's windows at its end. A kind that often changes nothing tells it itself. */
  touches?: readonly Topic[]
  /** Lets go of what the kind holds (a thread); called when the server stops, after its jobs have ended. */
  close?(): Promise<void>
  /** Clears what the kind leaves behind; called now and then. */
  tidy?(): Promise<void>
  /**
   * Does the work; `signal` aborts when the job is cancelled or the server stops. Ends the job itself or leaves that to the
   * runner. Long work that has noted how far it is returns 'yield' when `turn` is wanted, and is called again later.
   */
  run(job: JobRow, signal: AbortSignal, turn: JobTurn): Promise<void | JobEnd | 'yield'>
}

/** How many jobs of a queue run side by side. */
export interface Capacity {
  /** On this server. */
  atOnce: number
  /** Of one owner, on all servers together. Below `atOnce`, so that one owner never holds every place. */
  perOwner: number
}

export interface JobTurn {
  /** Returns whether a job of another owner waits for the place that this one holds. */
  isWanted(): Promise<boolean>
}

export interface JobEnd {
  state: 'done' | 'failed' | 'cancelled'
  error?: string
  /** Why it failed, for the log of the person who runs the server. */
  fault?: unknown
}
