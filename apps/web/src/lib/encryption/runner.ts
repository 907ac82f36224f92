import { createStore, type Store } from '../store.ts'

export interface RunOptions {
  signal: AbortSignal
  /** Receives the number of links that are done. */
  onProgress: (done: number) => void
}

export interface Progress {
  phase: 'running' | 'stopping' | 'stopped' | 'failed' | 'done'
  /** The links that are done, of all attempts. */
  done: number
  problem: unknown
}

/** A run over many links, in portions. It can be stopped, and goes on with what is left. */
export interface Runner {
  progress: Store<Progress>
  stop(): void
  goOn(): void
}

/**
 * Starts a run.
 * @param work returns the number of links that it has done
 * @param onEnd runs when nothing is left, with the number of links that all attempts have done
 */
export function startRunner(
  work: (options: RunOptions) => Promise<number>,
  onEnd: (done: number) => void,
): Runner {
  const progress = createStore<Progress>({ phase: 'running', done: 0, problem: null })
  let controller = new AbortController()
  const attempt = async () => {
    controller = new AbortController()
    const { signal } = controller
    const before = progress.get().done
    progress.set(now => ({ ...now, phase: 'running', problem: null }))
    try {
      const ended = await work({
        signal,
        onProgress: done => progress.set(now => ({ ...now, done: before + done })),
      })
      const done = before + ended
      progress.set({ phase: signal.aborted ? 'stopped' : 'done', done, problem: null })
      if (!signal.aborted) onEnd(done)
    } catch (problem) {
      progress.set(now => ({ ...now, phase: 'failed', problem }))
    }
  }
  void attempt()
  return {
    progress,
    stop() {
      controller.abort()
      progress.set(now => (now.phase === 'running' ? { ...now, phase: 'stopping' } : now))
    },
    goOn: () => void attempt(),
  }
}
