import { countAccount, deleteAccount } from '@nestmark/contract/auth/authProfile'
import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { formatAccountContents } from '@nestmark/texts/accounts/accountContents'
import { useState } from 'react'
import { canAskPasskey, signWithPasskey } from '../../lib/browser/passkeys.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { pageAddress } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import { PasswordField, SubmitButton } from '../fields.tsx'
import forms from '../forms.module.css'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { checks, noCheck, toErrorMessage } from '../validation.ts'
import { useForm } from '../useForm.ts'

const { profile: texts, fields } = accountsTexts
type Contents = AuthOutput<typeof countAccount>

/** Deletes the account after a confirmation, which names what is deleted and asks for the password or a passkey. */
export function ProfileDelete() {
  const [contents, setContents] = useState<Contents | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const start = () => {
    setFailure(null)
    callAuth(countAccount, {}).then(setContents, (error: unknown) =>
      setFailure(toErrorMessage(error).message),
    )
  }
  return (
    <ProfileSection title={texts.delete} line={texts.deleteLine}>
      {contents ? (
        <ConfirmDeletion contents={contents} onCancel={() => setContents(null)} onExpired={start} />
      ) : (
        <div className={`stack ${forms.form}`}>
          <div>
            <Button className={css.danger} onClick={start}>
              {texts.deleteFirst}
            </Button>
          </div>
          {failure && <FieldError>{failure}</FieldError>}
        </div>
      )}
    </ProfileSection>
  )
}

function ConfirmDeletion({
  contents,
  onCancel,
  onExpired,
}: {
  contents: Contents
  onCancel: () => void
  /** Requests new options: the challenge of the passkey is used or too old. */
  onExpired: () => void
}) {
  const [failure, setFailure] = useState<string | null>(null)
  const { passkey, has_password: hasPassword } = contents
  const check = hasPassword ? checks.givenPassword : noCheck
  const form = useForm({ password: check }, async ({ password }) => {
    await callAuth(deleteAccount, { password })
    location.replace(pageAddress('deleted'))
  })
  const confirmWithPasskey = async (options: PublicKeyCredentialRequestOptionsJSON) => {
    setFailure(null)
    try {
      await callAuth(deleteAccount, { passkey: await signWithPasskey(options) })
      location.replace(pageAddress('deleted'))
    } catch (error) {
      setFailure(toErrorMessage(error).message)
      onExpired()
    }
  }
  return (
    <form className={`stack ${css.stack}`} method="post" noValidate onSubmit={form.onSubmit}>
      <p role="status">
        {texts.deletes(formatAccountContents(contents))} {texts.deleteAsk}
      </p>
      {hasPassword && (
        <PasswordField
          name="password"
          label={fields.password}
          autoComplete="current-password"
          error={form.errors.password}
        />
      )}
      {canAskPasskey(passkey) && (
        <div>
          <Button onClick={() => void confirmWithPasskey(passkey)}>{texts.deletePasskey}</Button>
        </div>
      )}
      {passkey && !hasPassword && !canAskPasskey(passkey) && <p>{accountsTexts.passkeys.unsupported}</p>}
      {failure && <FieldError>{failure}</FieldError>}
      {!hasPassword && !passkey && form.errors.password && <p>{texts.again}</p>}
      <div className={`flex wrap g8 ${css.buttons}`}>
        {(hasPassword || !passkey) && (
          <SubmitButton
            busy={form.busy}
            failure={form.failure}
            label={texts.deleteSubmit}
            busyLabel={texts.deleteBusy}
            danger
          />
        )}
        <Button onClick={onCancel}>{texts.deleteKeep}</Button>
      </div>
    </form>
  )
}
