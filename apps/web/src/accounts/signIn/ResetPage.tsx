import { checkResetLink, resetPassword } from '@nestmark/contract/auth/authPasswords'
import { useEffect, useState } from 'react'
import { emailToken, pageAddress } from '../addresses.ts'
import { callAuth, AccountsError } from '../calls.ts'
import { PasswordField, SubmitButton, CheckboxField, TextLink } from '../fields.tsx'
import css from '../forms.module.css'
import { checks } from '../validation.ts'
import { LoadingSheet, Sheet } from '../Sheet.tsx'
import { useForm } from '../useForm.ts'
import { accountsTexts } from '../texts.ts'

const { reset: texts, fields } = accountsTexts

/** Sets a new password with an emailed link. */
export function ResetPage() {
  const [isInvalid, setInvalid] = useState(emailToken === '')
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    if (emailToken === '') return
    callAuth(checkResetLink, { token: emailToken })
      // If the check fails, the error appears when the password is submitted.
      .catch((error: unknown) => setInvalid(isInvalidLink(error)))
      .finally(() => setChecked(true))
  }, [])
  const [deleteKeys, setDeleteKeys] = useState(false)
  const form = useForm({ newPassword: checks.newPassword }, async ({ newPassword }) => {
    try {
      await callAuth(resetPassword, { newPassword, token: emailToken, deleteApiKeys: deleteKeys })
    } catch (error) {
      if (isInvalidLink(error)) return setInvalid(true)
      throw error
    }
    location.replace(pageAddress('login', 'reset'))
  })
  if (isInvalid)
    return (
      <Sheet
        title={texts.invalidTitle}
        description={texts.invalidLine}
        footer={<TextLink href={pageAddress('forgot-password')}>{texts.again}</TextLink>}
      />
    )
  if (!isChecked) return <LoadingSheet title={texts.title} />
  return (
    <Sheet title={texts.title} description={texts.line}>
      <form className={`stack ${css.form}`} method="post" noValidate onSubmit={form.onSubmit}>
        <PasswordField
          {...form.field('newPassword')}
          label={fields.newPassword}
          autoComplete="new-password"
          autoFocus
          note={fields.passwordHint}
        />
        <CheckboxField
          label={texts.deleteKeys}
          note={texts.deleteKeysNote}
          checked={deleteKeys}
          onChange={setDeleteKeys}
        />
        <SubmitButton form={form} label={texts.submit} busyLabel={texts.busy} wide />
      </form>
    </Sheet>
  )
}

/** Returns whether the link is used, expired or invalid. */
function isInvalidLink(error: unknown): boolean {
  return error instanceof AccountsError && error.code === 'INVALID_TOKEN'
}
