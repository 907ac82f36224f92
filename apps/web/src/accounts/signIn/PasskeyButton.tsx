import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { goToProduct } from './goToProduct.ts'
import css from '../forms.module.css'
import { supportsPasskeyAutofill, requestPasskeyOptions, signInWithPasskey } from '../passkeys.ts'
import { PasskeyCancelledError } from '../../lib/browser/passkeys.ts'
import { useAction } from '../useAction.ts'

/** The refresh interval of the passkey challenge, shorter than its validity, in milliseconds. */
const refreshIntervalMs = 4 * 60_000

/** Logs in with a passkey: with this button, or from the browser's autofill list of the email field. */
export function PasskeyButton({ onLeave }: { onLeave: () => void }) {
  const [offered, setOffered] = useState(false)
  const { failure, fail, clear } = useAction()
  const pending = useRef<AbortController | null>(null)

  async function signIn(isAutofill: boolean) {
    pending.current?.abort()
    const controller = (pending.current = new AbortController())
    try {
      const options = await requestPasskeyOptions()
      setOffered(options !== null)
      if (!options || controller.signal.aborted || (isAutofill && !(await supportsPasskeyAutofill()))) return
      await signInWithPasskey(options, isAutofill, controller.signal)
      onLeave()
      await goToProduct()
    } catch (error) {
      // Autofill errors are not shown: the form and the button still work.
      if (controller.signal.aborted || (isAutofill && error instanceof PasskeyCancelledError)) return
      fail(error)
      if (!isAutofill) void signIn(true)
    }
  }

  const startAutofill = useEffectEvent(() => void signIn(true))
  useEffect(() => {
    startAutofill()
    const timer = setInterval(startAutofill, refreshIntervalMs)
    return () => {
      clearInterval(timer)
      pending.current?.abort()
    }
  }, [])

  if (!offered) return null
  return (
    <div className={`stack ${css.form}`}>
      <Button
        size="lg"
        onClick={() => {
          clear()
          void signIn(false)
        }}
      >
        {accountsTexts.passkeys.login}
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  )
}
