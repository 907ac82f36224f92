import { listProviders, signInSocial } from '@nestmark/contract/auth/authSignIn'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { handoffRequest } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import css from '../forms.module.css'
import { useAction } from '../useAction.ts'

/** The button for an OpenID Connect provider, where the operator has configured one. */
export function ProviderButton() {
  const [name, setName] = useState<string | null>(null)
  const { failure, run } = useAction()
  useEffect(() => {
    // Without an answer the form above still works.
    callAuth(listProviders, {}).then(
      ({ oidc }) => setName(oidc),
      () => undefined,
    )
  }, [])
  if (!name) return null
  const leave = async () => location.assign((await callAuth(signInSocial, { ...handoffRequest })).url)
  return (
    <div className={`stack ${css.form}`}>
      <Button size="lg" onClick={() => void run(leave)}>
        {accountsTexts.login.provider(name)}
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  )
}
