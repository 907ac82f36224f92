import type { ChildProcess } from 'node:child_process'

/** A process that runs one task at a time. */
interface TaskProcess {
  child: ChildProcess
  idleTimer?: NodeJS.Timeout
}

/**
 * Keeps processes between their tasks.
 * @param idleMs how long a process stays without a task, in milliseconds
 * @param most how many stay
 */
export function createIdleProcesses<P extends TaskProcess>(idleMs: number, most = Infinity) {
  const idle: P[] = []

  /** Forgets a process that has ended. */
  function remove(each: P): void {
    clearTimeout(each.idleTimer)
    const at = idle.indexOf(each)
    if (at >= 0) idle.splice(at, 1)
  }

  /** Ends a process. */
  function stop(each: P): void {
    remove(each)
    each.child.kill('SIGKILL')
  }

  /** Takes out the process that rested last, of those that match; undefined without one. */
  function take(matches: (each: P) => boolean): P | undefined {
    const rested = idle.findLast(matches)
    if (!rested) return undefined
    remove(rested)
    rested.child.ref()
    rested.child.channel?.ref()
    return rested
  }

  /** Keeps a process for the next task, unless it is ending. */
  function rest(each: P): void {
    const { child } = each
    if (!child.connected || child.exitCode !== null || child.killed) return stop(each)
    // An idle process must not keep this one alive.
    child.unref()
    child.channel?.unref()
    each.idleTimer = setTimeout(() => stop(each), idleMs).unref()
    idle.push(each)
    const [oldest] = idle
    if (idle.length > most && oldest) stop(oldest)
  }
  return { take, rest, remove, stop }
}
