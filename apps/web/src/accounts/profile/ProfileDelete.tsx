import { countAccount, deleteAccount } from '@nestmark/contract/auth/authProfile'
import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { formatAccountContents } from '@nestmark/texts/accounts/accountContents'
import { useState } from 'react'
import { canAskPasskey, signWithPasskey } from '../../lib/browser/passkeys.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { pageAddress } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import { PasswordField, SubmitButton, TextLink } from '../fields.tsx'
import forms from '../forms.module.css'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { checks, noCheck } from '../validation.ts'
import { Sheet } from '../Sheet.tsx'
import { useAction } from '../useAction.ts'
import { useForm } from '../useForm.ts'

const { profile: texts, fields, deleted } = accountsTexts
type Contents = AuthOutput<typeof countAccount>

/** Deletes the account after a confirmation, which names what is deleted and asks for the password or a passkey. */
export function ProfileDelete() {
  const [contents, setContents] = useState<Contents | null>(null)
  const { failure, run } = useAction()
  const start = () => void run(async () => setContents(await callAuth(countAccount, {})))
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
  const { failure, run } = useAction()
  const { passkey, has_password: hasPassword } = contents
  const check = hasPassword ? checks.givenPassword : noCheck
  const form = useForm({ password: check }, async ({ password }) => {
    await callAuth(deleteAccount, { password })
    location.replace(pageAddress('deleted'))
  })
  const deleteWithPasskey = async (options: PublicKeyCredentialRequestOptionsJSON) => {
    try {
      await callAuth(deleteAccount, { passkey: await signWithPasskey(options) })
      location.replace(pageAddress('deleted'))
    } catch (error) {
      onExpired()
      throw error
    }
  }
  return (
    <form className={fieldCss.stack} method="post" noValidate onSubmit={form.onSubmit}>
      <p role="status">
        {texts.deletes(formatAccountContents(contents))} {texts.deleteAsk}
      </p>
      {hasPassword && (
        <PasswordField {...form.field('password')} label={fields.password} autoComplete="current-password" />
      )}
      {canAskPasskey(passkey) && (
        <div>
          <Button onClick={() => void run(() => deleteWithPasskey(passkey))}>{texts.deletePasskey}</Button>
        </div>
      )}
      {passkey && !hasPassword && !canAskPasskey(passkey) && <p>{accountsTexts.passkeys.unsupported}</p>}
      {failure && <FieldError>{failure}</FieldError>}
      {!hasPassword && !passkey && form.field('password').error && <p>{texts.again}</p>}
      <div className={`flex wrap g8 ${css.buttons}`}>
        {(hasPassword || !passkey) && (
          <SubmitButton form={form} label={texts.deleteSubmit} busyLabel={texts.deleteBusy} danger />
        )}
        <Button onClick={onCancel}>{texts.deleteKeep}</Button>
      </div>
    </form>
  )
}

/** Confirms that the account is deleted. */
export function DeletedPage() {
  return (
    <Sheet
      title={deleted.title}
      description={deleted.line}
      footer={<TextLink href={pageAddress('register')}>{deleted.toStart}</TextLink>}
    />
  )
}
