import { fork } from 'node:child_process'

/** How the check of the data file stands. */
export type DataFileState = 'checking' | 'ok' | 'damaged' | 'unchecked'

export interface BackgroundCheck {
  readonly state: DataFileState
  /** Ends a check that goes on; the next start begins it anew. */
  stop(): void
}

/** The check of a file that is known to be sound. */
export const soundFile: BackgroundCheck = { state: 'ok', stop: () => undefined }

/**
 * Reads the data file through beside the running server.
 * @param onEnd is told what is wrong with it, null for nothing, or why it could not be read
 */
export function startBackgroundCheck(
  dataDir: string,
  onEnd: (result: { damage: string | null } | { failed: Error }) => void,
): BackgroundCheck {
  let state: DataFileState = 'checking'
  let stopped = false
  const child = fork(new URL('./check.process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const failed = (error: Error) => {
    if (state !== 'checking' || stopped) return
    state = 'unchecked'
    onEnd({ failed: error })
  }
  child.once('error', failed)
  child.once('exit', code => failed(new Error(`The check ended with code ${code} before its work was done.`)))
  child.once('message', ({ damage }: { damage: string | null }) => {
    state = damage === null ? 'ok' : 'damaged'
    onEnd({ damage })
  })
  child.send({ dataDir })
  return {
    get state() {
      return state
    },
    stop() {
      stopped = true
      child.kill('SIGKILL')
    },
  }
}
