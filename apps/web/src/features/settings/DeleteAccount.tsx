import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { uiTexts } from '@nestmark/texts/ui'
import { formatAccountContents } from '@nestmark/texts/accounts/accountContents'
import { type FormEvent, useId, useRef, useState } from 'react'
import { canAskPasskey, signWithPasskey } from '../../lib/browser/passkeys.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CancelButton } from '../../ui/dialogs/CancelButton.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { endDeletedSession } from '../session/data.ts'
import { accountsUrl } from '../session/signIn.ts'
import { useAccountContents, useDeleteAccount } from './data.ts'

/**
 * Deletes the account after one confirmation, which names what is deleted and asks for the password or a passkey. Then
 * shows that the account is deleted, and opens the profile page of the sign-in site (SET-06).
 */
export default function DeleteAccount({ onClose }: { onClose: () => void }) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [isDeleted, setDeleted] = useState(false)
  const { data, isPending, refetch } = useAccountContents()
  // Where the numbers cannot be read, the server decides whether the password is needed.
  const hasField = !isPending && data?.has_password !== false
  const passkey = data?.passkey
  const deletion = useDeleteAccount({
    onSuccess: () => {
      setDeleted(true)
      endDeletedSession()
    },
    onError: ({ code, message }) => {
      // The request for the password is not an error where there is a field for it.
      setError(code === 'profile.proofNeeded' && hasField ? '' : message)
      field.current?.focus()
      // The challenge of a passkey is used once.
      if (code === 'profile.passkeyWrong') void refetch()
    },
  })
  if (isDeleted) return <Deleted />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!deletion.isPending) deletion.mutate(password ? { password } : {})
  }
  const confirmWithPasskey = async (options: PublicKeyCredentialRequestOptionsJSON) => {
    setError('')
    try {
      deletion.mutate({ passkey: await signWithPasskey(options) })
    } catch {
      setError(texts.passkeyStopped)
    }
  }
  return (
    <Dialog
      title={texts.deleteAsk}
      onClose={onClose}
      footer={
        <>
          <CancelButton data-autofocus onClick={onClose} />
          <Button variant="danger" type="submit" form={form} aria-disabled={deletion.isPending || isPending}>
            {texts.deleteGo}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={fieldCss.stack}>
        <p className="t2" role="status">
          {isPending
            ? texts.counting
            : data
              ? texts.deletes(formatAccountContents(data))
              : texts.deletesUnknown}
        </p>
        <p className="t2">{texts.dangerLine}</p>
        {hasField && (
          <TextField
            label={texts.password}
            error={error}
            note={texts.passwordNote}
            ref={field}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
        {canAskPasskey(passkey) && (
          <div>
            <Button disabled={deletion.isPending} onClick={() => void confirmWithPasskey(passkey)}>
              {texts.confirmByPasskey}
            </Button>
          </div>
        )}
        {passkey && !hasField && !canAskPasskey(passkey) && <p className="t2">{texts.passkeyElsewhere}</p>}
        {data && !hasField && !passkey && <p className="t2">{texts.confirmBySignIn}</p>}
        {!hasField && error && <FieldError>{error}</FieldError>}
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
