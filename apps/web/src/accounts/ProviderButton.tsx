import { accountsTexts } from '@nestmark/texts/accounts'
import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { wish } from './addresses.ts'
import { accounts } from './calls.ts'
import css from './forms.module.css'
import { explain } from './sentences.ts'

/** The other way in, where the person who runs this server has set one up. */
export function ProviderButton() {
  const [name, setName] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    // Without an answer the form above still works.
    accounts.provider().then(setName, () => undefined)
  }, [])
  if (!name) return null
  const leave = () =>
    accounts.leaveForProvider(wish).catch((error: unknown) => setFailure(explain(error).sentence))
  return (
    <div className={css.form}>
      <Button size="lg" onClick={() => void leave()}>
        {accountsTexts.login.provider(name)}
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  )
}
