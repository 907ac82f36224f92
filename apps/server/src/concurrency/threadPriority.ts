import { setPriority } from 'node:os'

/** Nice values. The request thread has 0: everybody waits for it. */
const nice = {
  /** One person waits: searches, passwords, short jobs. */
  behindRequests: 5,
  /** Nobody waits: long jobs. They still get a seventh of a busy core, because they may hold the write lock of SQLite. */
  background: 8,
}

/**
 * Lowers the scheduling priority of the calling thread and of those that it starts afterwards.
 * Linux applies `setpriority` to the calling thread; elsewhere it would slow the whole process down, so nothing happens.
 */
export function lowerPriority(to: keyof typeof nice): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(nice[to])
  } catch {
    // A sandbox may forbid it. The thread then competes with the others.
  }
}
