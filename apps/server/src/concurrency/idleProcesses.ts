import type { ChildProcess } from 'node:child_process'

/**
 * Keeps processes between their tasks.
 * @param idleMs how long a process stays without a task, in milliseconds
 * @param most how many stay
 */
export function createIdleProcesses<P extends { child: ChildProcess }>(idleMs: number, most = Infinity) {
  /** When each ends, in the order in which they began to rest. */
  const timers = new Map<P, NodeJS.Timeout>()

  /** Forgets a process that has ended. */
  function remove(each: P): void {
    clearTimeout(timers.get(each))
    timers.delete(each)
  }

  /** Ends a process. */
  function stop(each: P): void {
    remove(each)
    each.child.kill('SIGKILL')
  }

  /** Takes out the process that rested last, of those that match; undefined without one. */
  function take(matches: (each: P) => boolean): P | undefined {
    const rested = [...timers.keys()].findLast(matches)
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
    timers.set(each, setTimeout(() => stop(each), idleMs).unref())
    const [oldest] = timers.keys()
    if (timers.size > most && oldest) stop(oldest)
  }
  return { take, rest, remove, stop }
}
