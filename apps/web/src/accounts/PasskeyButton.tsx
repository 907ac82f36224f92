import { accountsTexts } from '@nestmark/texts/accounts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { wish } from './addresses.ts'
import { leaveFor } from './calls.ts'
import css from './forms.module.css'
import { fillsInPasskeys, passkeyQuestion, passkeySignIn, PasskeyStopped } from './passkeys.ts'
import { explain } from './sentences.ts'

/** Before what the device is asked to sign has run out, in milliseconds. */
const askAgainMs = 4 * 60_000

/** Logs in with a passkey: by this button, or from the list that the browser shows in the e-mail field. */
export function PasskeyButton({ onLeave }: { onLeave: () => void }) {
  const [offered, setOffered] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const waiting = useRef<AbortController | null>(null)

  async function signIn(quiet: boolean) {
    waiting.current?.abort()
    const here = (waiting.current = new AbortController())
    try {
      const question = await passkeyQuestion()
      setOffered(question !== null)
      if (!question || here.signal.aborted || (quiet && !(await fillsInPasskeys()))) return
      await passkeySignIn(question, quiet, here.signal)
      onLeave()
      await leaveFor(wish)
    } catch (error) {
      // Nobody asked for what happens quietly: the form and the button still work.
      if (here.signal.aborted || (quiet && error instanceof PasskeyStopped)) return
      setFailure(explain(error).sentence)
      if (!quiet) void signIn(true)
    }
  }

  const waitQuietly = useEffectEvent(() => void signIn(true))
  useEffect(() => {
    waitQuietly()
    const timer = setInterval(waitQuietly, askAgainMs)
    return () => {
      clearInterval(timer)
      waiting.current?.abort()
    }
  }, [])

  if (!offered) return null
  return (
    <div className={css.form}>
      <Button
        size="lg"
        onClick={() => {
          setFailure(null)
          void signIn(false)
        }}
      >
        {accountsTexts.passkeys.login}
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  )
}
