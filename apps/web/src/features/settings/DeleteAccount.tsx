import { settingsTexts as texts } from '@nestmark/texts/settings'
import { uiTexts } from '@nestmark/texts/ui'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, fieldCss } from '../../ui/Field.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { endDeletedSession } from '../session/data.ts'
import { accountsUrl } from '../session/signIn.ts'
import { useDeleteAccount } from './data.ts'

/** The refusals that are resolved by a password. */
const asksForPassword = new Set(['profile.proofNeeded', 'profile.passwordWrong'])

/**
 * Deletes the account after one confirmation. Asks for the password when the sign-in is older than ten minutes.
 * Then shows that the account is deleted, and opens the profile page of the sign-in site (SET-06).
 */
export default function DeleteAccount({ onClose }: { onClose: () => void }) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState<string>()
  const [error, setError] = useState('')
  const [isDeleted, setDeleted] = useState(false)
  const deletion = useDeleteAccount({
    onSuccess: () => {
      setDeleted(true)
      endDeletedSession()
    },
    onError: ({ code, message }) => {
      if (asksForPassword.has(code)) setPassword(typed => typed ?? '')
      // The request for the password is not an error.
      setError(code === 'profile.proofNeeded' ? '' : message)
    },
  })
  const isAsked = password !== undefined
  useEffect(() => {
    if (isAsked || error) field.current?.focus()
  }, [isAsked, error])
  if (isDeleted) return <Deleted />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!deletion.isPending) deletion.mutate(password ? { password } : {})
  }
  return (
    <Dialog
      title={texts.deleteAsk}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button variant="danger" type="submit" form={form} aria-disabled={deletion.isPending}>
            {texts.deleteGo}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={fieldCss.stack}>
        <p className="t2">{texts.dangerLine}</p>
        {!isAsked ? (
          error && <FieldError>{error}</FieldError>
        ) : (
          <Field label={texts.password} error={error} note={texts.passwordNote}>
            {control => (
              <input
                {...control}
                ref={field}
                type="password"
                className={fieldCss.input}
                autoComplete="current-password"
                value={password}
                onChange={event => setPassword(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}

function Deleted() {
  const leave = () => location.assign(`${accountsUrl()}/profile`)
  return (
    <Dialog
      title={texts.deletedTitle}
      onClose={leave}
      footer={
        <Button data-autofocus variant="primary" onClick={leave}>
          {uiTexts.ok}
        </Button>
      }
    >
      <p className="t2" role="status">
        {texts.deletedLine}
      </p>
    </Dialog>
  )
}
