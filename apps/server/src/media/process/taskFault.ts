import type { MediaFault } from '../mediaTasks.ts'

/** Ends a task with a known fault. */
export class TaskFault extends Error {
  override name = 'TaskFault'
  readonly fault: MediaFault
  constructor(fault: MediaFault) {
    super(`The file is ${fault}.`)
    this.fault = fault
  }
}
