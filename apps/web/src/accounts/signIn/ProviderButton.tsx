import { listProviders, signInSocial } from '@nestmark/contract/auth/authSignIn'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { handoffRequest } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import css from '../forms.module.css'
import { toErrorMessage } from '../validation.ts'

/** The button for an OpenID Connect provider, where the operator has configured one. */
export function ProviderButton() {
  const [name, setName] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    // Without an answer the form above still works.
    callAuth(listProviders, {}).then(
      ({ oidc }) => setName(oidc),
      () => undefined,
    )
  }, [])
  if (!name) return null
  const leave = () =>
    callAuth(signInSocial, { ...handoffRequest })
      .then(({ url }) => location.assign(url))
      .catch((error: unknown) => setFailure(toErrorMessage(error).message))
  return (
    <div className={`stack ${css.form}`}>
      <Button size="lg" onClick={() => void leave()}>
        {accountsTexts.login.provider(name)}
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  )
}
