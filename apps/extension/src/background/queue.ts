import type { QueuedMutation } from '@nestmark/client/outbox/queue'
import type { Task } from '../lib/tasks.ts'
import { awayProblem, endedProblem, type Problem } from './problem.ts'

/** A task that waits, as the popup shows it. */
export interface QueuedTask {
  id: string
  /** When it was queued, in milliseconds since 1970. */
  at: number
  task: Task
  /** Why it was not accepted. A refused task waits for the person's decision, the others are sent again. */
  problem?: Problem
}

/** What became of a task: done with its result, or still in the queue. */
export type Outcome = { done: true; result: unknown } | { done: false; id: string; problem?: Problem }

/** Returns whether a task waits for the person and not for the server. */
export const isRefused = ({ problem }: QueuedTask): boolean => problem?.kind === 'refused'

/**
 * Returns an entry of the outbox as the popup shows it.
 * @param now why nothing is sent now: the key has ended or there is none, or the server does not answer
 */
export function toQueued(
  { id, at, input, state, sentence = '', code }: QueuedMutation,
  now: { isEnded: boolean; isAway: boolean },
): QueuedTask {
  const queued = { id, at, task: input as Task }
  if (state === 'refused')
    return { ...queued, problem: { kind: 'refused', code: code ?? 'unknown', message: sentence } }
  if (now.isEnded) return { ...queued, problem: endedProblem }
  if (now.isAway) return { ...queued, problem: awayProblem }
  return queued
}
