import { useEffect, useRef, useState } from 'react'
import { PasskeyCancelledError } from '../../../lib/browser/passkeys.ts'
import { explainPasskeyError } from './passkeyErrors.ts'

/**
 * Runs tasks that ask for a passkey, one at a time. The question ends with the component. While it is open, buttons
 * have `aria-disabled`: a disabled one would lose the focus.
 * @param onProblem gets the sentence for what failed; a cancelled question is no failure
 */
export function usePasskeyTask(onProblem: (sentence: string) => void) {
  const [busy, setBusy] = useState(false)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const run = async (task: (signal: AbortSignal) => Promise<void>, onCancel?: () => void) => {
    if (busy) return
    setBusy(true)
    const { signal } = (controller.current = new AbortController())
    try {
      await task(signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof PasskeyCancelledError) onCancel?.()
      else onProblem(explainPasskeyError(error))
    }
    setBusy(false)
  }
  return { busy, run }
}
