import type { ProfileState } from '@nestmark/contract/auth/authProfile'
import { changePassword } from '@nestmark/contract/auth/authPasswords'
import { useState } from 'react'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { pageAddress } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import { PasswordField, SubmitButton, CheckboxField, TextLink } from '../fields.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { checks } from '../validation.ts'
import { Note } from '../Sheet.tsx'
import { useForm } from '../useForm.ts'
import { accountsTexts } from '../texts.ts'

const { profile: texts, fields, reset } = accountsTexts

/** Changes the password, or links to setting a first one for users of a provider. */
export function ProfilePassword({ email, state }: { email: string; state: ProfileState }) {
  const [changed, setChanged] = useState<string | null>(null)
  const [keys, setKeys] = useState(state.api_keys)
  const [deleteKeys, setDeleteKeys] = useState(false)
  const form = useForm(
    { currentPassword: checks.givenPassword, newPassword: checks.newPassword },
    async ({ currentPassword, newPassword }, element) => {
      setChanged(null)
      await callAuth(changePassword, { currentPassword, newPassword, deleteApiKeys: deleteKeys })
      element.reset()
      setChanged(deleteKeys ? texts.changedWithKeys : texts.changed)
      if (deleteKeys) setKeys(0)
      setDeleteKeys(false)
    },
  )
  if (!state.has_password)
    return (
      <ProfileSection title={texts.password} line={texts.passwordNone}>
        <TextLink href={pageAddress('forgot-password')}>{texts.passwordFirst}</TextLink>
      </ProfileSection>
    )
  return (
    <ProfileSection title={texts.password} line={texts.passwordLine}>
      <form className={fieldCss.stack} method="post" noValidate onSubmit={form.onSubmit}>
        {/* Shows password managers which account the password belongs to. */}
        <input type="email" name="email" value={email} readOnly hidden autoComplete="username" />
        <PasswordField
          {...form.field('currentPassword')}
          label={fields.currentPassword}
          autoComplete="current-password"
        />
        <PasswordField
          {...form.field('newPassword')}
          label={fields.newPassword}
          autoComplete="new-password"
          note={fields.passwordHint}
        />
        {keys > 0 && (
          <CheckboxField
            label={reset.deleteKeys}
            note={reset.deleteKeysNote}
            checked={deleteKeys}
            onChange={setDeleteKeys}
          />
        )}
        {changed && <Note>{changed}</Note>}
        <SubmitButton form={form} label={texts.change} busyLabel={reset.busy} />
      </form>
    </ProfileSection>
  )
}
