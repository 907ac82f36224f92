import { accountsTexts } from '@nestmark/texts/accounts'
import { useState } from 'react'
import { accounts } from './calls.ts'
import { PasswordField, Submit } from './fields.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { checks } from './sentences.ts'
import { Note } from './Sheet.tsx'
import { useForm } from './useForm.ts'

const { profile: texts, fields, reset } = accountsTexts

/** Changes the password. */
export function ProfilePassword({ email }: { email: string }) {
  const [changed, setChanged] = useState(false)
  const form = useForm(
    { currentPassword: checks.givenPassword, newPassword: checks.newPassword },
    async ({ currentPassword, newPassword }, element) => {
      setChanged(false)
      await accounts.changePassword(currentPassword, newPassword)
      element.reset()
      setChanged(true)
    },
  )
  return (
    <ProfileSection title={texts.password} line={texts.passwordLine}>
      <form className={css.stack} method="post" noValidate onSubmit={form.onSubmit}>
        {/* Password managers want to know whose password this is. */}
        <input type="email" name="email" value={email} readOnly hidden autoComplete="username" />
        <PasswordField
          name="currentPassword"
          label={fields.currentPassword}
          autoComplete="current-password"
          error={form.errors.currentPassword}
        />
        <PasswordField
          name="newPassword"
          label={fields.newPassword}
          autoComplete="new-password"
          note={fields.passwordHint}
          error={form.errors.newPassword}
        />
        {changed && <Note>{texts.changed}</Note>}
        <Submit busy={form.busy} failure={form.failure} words={texts.change} busyWords={reset.busy} />
      </form>
    </ProfileSection>
  )
}
