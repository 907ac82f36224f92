import { requestSignInLink } from '@nestmark/contract/auth/authSignIn'
import { assertDefined } from '@nestmark/core/assertDefined'
import { useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { callAuth } from '../calls.ts'
import { useAction } from '../useAction.ts'
import { checks } from '../validation.ts'
import { Note } from '../Sheet.tsx'
import { accountsTexts } from '../texts.ts'

const { login: texts } = accountsTexts

/** Offers a sign-in link by email to users who exceeded the login rate limit. It is part of the login form. */
export function SignInLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { failure, run, setFailure } = useAction()

  const send = (form: HTMLFormElement) => {
    const email = String(new FormData(form).get('email') ?? '').trim()
    const problem = checks.email(email)
    if (problem) return setFailure(problem)
    void run(async () => {
      await callAuth(requestSignInLink, { email })
      setSentTo(email)
    })
  }

  if (sentTo) return <Note>{texts.linkSent(sentTo)}</Note>
  return (
    <div>
      <Button size="lg" onClick={event => send(assertDefined(event.currentTarget.form, 'form'))}>
        {texts.link}
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  )
}
