import { createStore, type Store } from '../store.ts'

/** A file that a run reads or sends. */
export interface FileProgress {
  name: string
  /** From 0 to 1. */
  fraction: number
}

export interface RunOptions {
  signal: AbortSignal
  /** Receives the file that is transferred; null when none is. */
  onFile: (file: FileProgress | null) => void
  /** Receives the number of links that are done. */
  onProgress: (done: number) => void
  /** True for a further attempt: what was read for the first one may have changed. */
  isContinued: boolean
}

interface Progress {
  phase: 'running' | 'stopping' | 'stopped' | 'failed' | 'done'
  /** The links that are done, of all attempts. */
  done: number
  file: FileProgress | null
  problem: unknown
}

/** Returns the options of a run that shows no progress and is not stopped. */
export const quietRun = (): RunOptions => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onFile: () => undefined,
  isContinued: false,
})

/** A run over many links, in batches. It can be stopped, and continues with what is left. */
export interface Runner {
  progress: Store<Progress>
  stop(): void
  resume(): void
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
  const progress = createStore<Progress>({ phase: 'running', done: 0, file: null, problem: null })
  let controller = new AbortController()
  const attempt = async (isContinued: boolean) => {
    controller = new AbortController()
    const { signal } = controller
    const before = progress.get().done
    progress.set(now => ({ ...now, phase: 'running', problem: null }))
    try {
      const ended = await work({
        signal,
        isContinued,
        onProgress: done => progress.set(now => ({ ...now, done: before + done })),
        onFile: file => progress.set(now => ({ ...now, file })),
      })
      const done = before + ended
      progress.set({ phase: signal.aborted ? 'stopped' : 'done', done, file: null, problem: null })
      if (!signal.aborted) onEnd(done)
    } catch (problem) {
      // Stop ends the transfer of a file immediately: its link stays as it was.
      const phase = signal.aborted ? 'stopped' : 'failed'
      progress.set(now => ({ ...now, phase, file: null, problem: signal.aborted ? null : problem }))
    }
  }
  void attempt(false)
  return {
    progress,
    stop() {
      controller.abort()
      progress.set(now => (now.phase === 'running' ? { ...now, phase: 'stopping' } : now))
    },
    resume: () => void attempt(true),
  }
}
