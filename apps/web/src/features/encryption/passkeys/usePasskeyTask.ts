import { useEffect, useRef, useState } from 'react'
import { PasskeyCancelledError } from '../../../lib/browser/passkeys.ts'
import type { PasskeyQuestion } from './passkeyKeys.ts'
import type { PasskeyKeys } from './usePasskeyKeys.ts'
import { explainPasskeyError } from './passkeyErrors.ts'

/**
 * Runs tasks that ask for a passkey, one at a time. The question ends with the component. While it is open, buttons
 * have `aria-disabled`: a disabled one would lose the focus.
 * @param known the passkeys of the person
 * @param onProblem gets the sentence for what failed; a cancelled question is no failure
 */
export function usePasskeyTask(known: PasskeyKeys | undefined, onProblem: (sentence: string) => void) {
  const [busy, setBusy] = useState(false)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  /** @param records the passkeys that may answer */
  const run = async (
    records: readonly { credential_id: string }[],
    task: (question: PasskeyQuestion) => Promise<void>,
    onCancel?: () => void,
  ) => {
    if (busy || !known || known.siteId === null) return
    const { siteId, personId } = known
    setBusy(true)
    const { signal } = (controller.current = new AbortController())
    try {
      await task({ siteId, personId, allowed: toAllowed(known, records), signal })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof PasskeyCancelledError) onCancel?.()
      else onProblem(explainPasskeyError(error))
    }
    setBusy(false)
  }
  return { busy, run }
}

/** Returns passkeys as the browser is queried for them, with the transports that the account has stored. */
const toAllowed = (
  known: Pick<PasskeyKeys, 'account_passkeys'>,
  records: readonly { credential_id: string }[],
) =>
  records.map(({ credential_id }) => ({
    credential_id,
    transports: known.account_passkeys.find(each => each.credential_id === credential_id)?.transports ?? [],
  }))
