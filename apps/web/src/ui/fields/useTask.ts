import { useState } from 'react'
import { showError } from '../../lib/api/showError.ts'

/** Returns a function that runs tasks of a form or button, one at a time, and whether one runs. */
export function useTask() {
  const [busy, setBusy] = useState(false)
  /** @param onError receives what the task throws, which otherwise a toast shows */
  const run = async (
    task: () => Promise<unknown>,
    onError: (error: unknown) => void = showError,
  ): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await task()
    } catch (error) {
      onError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
