import { getPriority, setPriority } from 'node:os'

/** Nice values. The request thread has 0, because all callers wait for it. */
const nice = {
  /** Passwords. A person waits for each one, and few are hashed concurrently. */
  passwords: 4,
  /** Work that one person waits for: searches, short jobs. */
  interactive: 5,
  /** Long jobs. They still get a seventh of a busy core, because they may hold the write lock of SQLite. */
  background: 8,
}

/**
 * Lowers the scheduling priority of the calling thread and of threads it starts later. Linux applies `setpriority`
 * to the calling thread; elsewhere it would slow down the entire process, so nothing happens.
 */
export function lowerPriority(to: keyof typeof nice): void {
  if (process.platform !== 'linux') return
  try {
    // A process that was started with a lower priority retains it in all of its threads.
    setPriority(Math.max(getPriority(), nice[to]))
  } catch {
    // A sandbox may forbid it. The thread then runs at the default priority.
  }
}
