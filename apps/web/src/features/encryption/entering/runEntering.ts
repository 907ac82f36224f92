import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { type RunOptions, startRunner } from '../../../lib/encryption/runner.ts'
import { closeOverlay, isOverlayOpen, openWithKey, overlays } from '../../../lib/overlays/overlay.ts'

export interface EnteringRun extends RunOptions {
  /** Shows the progress, with Stop, from now on. */
  show: () => void
  /** Ends the call with its answer. */
  end: (answer: unknown) => void
}

/**
 * Runs the encryption that a call needs, and waits for its answer. Where the work shows its progress, it can be stopped and
 * continued; the call waits until the person closes the dialog.
 * @param work ends the call, or returns the number of links that are done when it was stopped
 * @param total the links of the call, where they are known
 * @param toStopped returns the error of a call that was stopped
 * @throws the error of the work
 */
export function runEntering(
  work: (run: EnteringRun) => Promise<number>,
  { total, toStopped }: { total: number | undefined; toStopped: () => Error },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let dialog: number | undefined
    let hasEnded = false
    const show = () => {
      dialog ??= openWithKey('encryptionRun', { runner, kind: 'enter', name: texts.entering(total), total })
    }
    const finish = (settle: () => void) => {
      hasEnded = true
      for (const unsubscribe of subscriptions) unsubscribe()
      settle()
    }
    const end = (answer: unknown) =>
      finish(() => {
        // Also where Stop came too late: everything is done.
        closeOverlay(dialog ?? -1)
        resolve(answer)
      })
    const settle = () => {
      const { phase, problem } = runner.progress.get()
      if (hasEnded || (dialog !== undefined && isOverlayOpen(dialog))) return
      if (phase === 'failed') finish(() => reject(problem as Error))
      if (phase === 'stopped') finish(() => reject(toStopped()))
    }
    const runner = startRunner(
      options => work({ ...options, show, end }),
      () => undefined,
    )
    const subscriptions = [runner.progress, overlays].map(store => store.subscribe(settle))
  })
}
