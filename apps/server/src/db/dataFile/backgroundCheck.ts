import { fork } from 'node:child_process'

/** The state of the data file check. */
type DataFileState = 'checking' | 'ok' | 'damaged' | 'unchecked'

export interface BackgroundCheck {
  readonly state: DataFileState
  /**
   * Aborts a running check; the next start begins it again.
   * @returns when the check no longer holds the data file. Only the last connection to the file can remove the log.
   */
  stop(): Promise<void>
}

/** The completed check of a sound file. */
export const completedCheck: BackgroundCheck = { state: 'ok', stop: () => Promise.resolve() }

/**
 * Verifies the data file in the background while the server runs.
 * @param onEnd receives the damage, null for none, or the error that prevented the check
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
  // 'close' also follows a start that failed, where 'exit' may be missing.
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  child.once('error', failed)
  child.once('exit', code => failed(new Error(`The check ended early with code ${code}.`)))
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
      return ended
    },
  }
}
