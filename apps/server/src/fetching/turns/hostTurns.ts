/** One request to a host at a time, with a pause between two. */
export interface HostTurns {
  /**
   * Runs the work when it is its turn at this host.
   * @param pauseMs how long after the end of this request the next one may start; at least the usual pause
   * @throws the signal's reason when it aborts during the wait
   */
  run<T>(
    host: string,
    work: () => Promise<T>,
    options?: { pauseMs?: number; signal?: AbortSignal },
  ): Promise<T>
  /** Lets nothing start at a host for a while, as it asked for. */
  hold(host: string, ms: number): void
}

interface Host {
  /** Ends when the last request that waits has ended. */
  last: Promise<void>
  waiting: number
  /** When the next request may start, by the monotonic clock. */
  freeAt: number
}

/** How many hosts without a request are remembered before those whose pause is over are dropped. */
const maxIdleHosts = 2000

/**
 * Creates the turns of all hosts.
 * @param usualPauseMs the pause between two requests, in milliseconds
 */
export function createHostTurns(usualPauseMs: number): HostTurns {
  const hosts = new Map<string, Host>()

  function open(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size > maxIdleHosts)
      for (const [key, { waiting, freeAt }] of hosts)
        if (waiting === 0 && freeAt <= performance.now()) hosts.delete(key)
    const host: Host = { last: Promise.resolve(), waiting: 0, freeAt: 0 }
    hosts.set(name, host)
    return host
  }

  return {
    async run(name, work, { pauseMs = 0, signal } = {}) {
      const host = open(name)
      const before = host.last
      const { promise, resolve } = Promise.withResolvers<void>()
      host.last = promise
      host.waiting++
      try {
        await before
        signal?.throwIfAborted()
        await waitUntil(() => host.freeAt, signal)
        try {
          return await work()
        } finally {
          host.freeAt = Math.max(host.freeAt, performance.now() + Math.max(pauseMs, usualPauseMs))
        }
      } finally {
        host.waiting--
        resolve()
      }
    },
    hold(name, ms) {
      const host = open(name)
      host.freeAt = Math.max(host.freeAt, performance.now() + ms)
    },
  }
}

/** Waits until a time of the monotonic clock, which may move while it waits. */
async function waitUntil(time: () => number, signal?: AbortSignal): Promise<void> {
  for (let ms = time() - performance.now(); ms > 0; ms = time() - performance.now()) await sleep(ms, signal)
}

/**
 * Waits for a time, in milliseconds.
 * @throws the signal's reason when it aborts first
 */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const stop = () => reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
