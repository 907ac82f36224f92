import { createStore, type Store } from '../store.ts'

/** How far a run is. */
export interface RunState {
  done: number
  /** Links that stay as they are: with files, of another key, or read-only. */
  skipped: number
}

export interface RunOptions {
  signal: AbortSignal
  onProgress: (state: RunState) => void
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

/** Starts a run. @param onEnd runs when nothing is left */
export function startRunner(
  work: (options: RunOptions) => Promise<RunState>,
  onEnd: (state: RunState) => void,
): Runner {
  const progress = createStore<Progress>({ phase: 'running', done: 0, problem: null })
  let controller = new AbortController()
  const attempt = async () => {
    controller = new AbortController()
    const { signal } = controller
    const before = progress.get().done
    progress.set(now => ({ ...now, phase: 'running', problem: null }))
    try {
      const end = await work({
        signal,
        onProgress: ({ done }) => progress.set(now => ({ ...now, done: before + done })),
      })
      const done = before + end.done
      progress.set({ phase: signal.aborted ? 'stopped' : 'done', done, problem: null })
      if (!signal.aborted) onEnd({ ...end, done })
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
