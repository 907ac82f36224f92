import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<true>()

/**
 * Runs work that may take minutes (a job, a migration, a command line tool). Its statements have the limits of long work;
 * everything else counts as a call that somebody waits for.
 */
export function asLongWork<T>(work: () => T): T {
  return storage.run(true, work)
}

/** True inside of `asLongWork`. */
export function isLongWork(): boolean {
  return storage.getStore() === true
}

/** Makes everything that this process or thread does from here on long work. */
export function enterLongWork(): void {
  storage.enterWith(true)
}
