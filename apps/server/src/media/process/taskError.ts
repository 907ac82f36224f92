import type { MediaFailure } from '../mediaTasks.ts'

/** Ends a task for a known reason. */
export class TaskError extends Error {
  override name = 'TaskError'
  readonly reason: MediaFailure
  constructor(reason: MediaFailure) {
    super(`The file is ${reason}.`)
    this.reason = reason
  }
}
