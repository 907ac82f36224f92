import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<true>()

/**
 * Runs work that may take minutes (a job, a migration, a command line tool). Its statements use the limits of
 * long work; all others use the limits of calls.
 */
export function runAsLongWork<T>(work: () => T): T {
  return storage.run(true, work)
}

/** Returns true inside `runAsLongWork`. */
export function isLongWork(): boolean {
  return storage.getStore() === true
}

/** Marks all work of this process or thread from now on as long work. */
export function enterLongWork(): void {
  storage.enterWith(true)
}
