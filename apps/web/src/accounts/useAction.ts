import type { AuthInput, AuthOperation, AuthOutput } from '@nestmark/contract/auth/authOperation'
import { useCallback, useEffect, useState } from 'react'
import { callAuth } from './calls.ts'
import { toErrorMessage } from './validation.ts'

/** Runs the actions of a part of the page that is no form, and has the notice or the error of the last one. */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const fail = useCallback((error: unknown) => setFailure(toErrorMessage(error).message), [])
  const clear = () => {
    setNotice(null)
    setFailure(null)
  }
  /** @param message shown after success */
  const run = async (action: () => Promise<unknown>, message?: string) => {
    clear()
    setBusy(true)
    try {
      await action()
      if (message !== undefined) setNotice(message)
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, notice, failure, setNotice, setFailure, fail, clear, run }
}

/** Reads data of the account, and runs actions on it. */
export function useAccountData<Op extends AuthOperation>(operation: Op) {
  const action = useAction()
  const { fail } = action
  const [data, setData] = useState<AuthOutput<Op> | null>(null)
  const load = useCallback(() => callAuth(operation, {} as AuthInput<Op>).then(setData), [operation])
  useEffect(() => void load().catch(fail), [load, fail])
  return { ...action, data, load }
}
