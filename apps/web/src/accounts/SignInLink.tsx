import { accountsTexts } from '@nestmark/texts/accounts'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { accounts } from './calls.ts'
import { checks, explain } from './sentences.ts'
import { Note } from './Sheet.tsx'

const { login: texts } = accountsTexts

/** Offers whoever is held up by too many tries a link by mail, which lets them log in at once. It stands in the login form. */
export function SignInLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function send(form: HTMLFormElement): Promise<void> {
    const email = String(new FormData(form).get('email') ?? '').trim()
    const wrong = checks.email(email)
    setFailure(wrong ?? null)
    if (wrong) return
    try {
      await accounts.askForSignInLink(email)
      setSentTo(email)
    } catch (error) {
      setFailure(explain(error).sentence)
    }
  }

  if (sentTo) return <Note>{texts.linkSent(sentTo)}</Note>
  return (
    <div>
      <Button size="lg" onClick={event => void send(event.currentTarget.form!)}>
        {texts.link}
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  )
}
