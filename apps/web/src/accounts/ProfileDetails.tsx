import { updateProfile } from '@nestmark/contract/authProfile'
import type { AccountUser } from '@nestmark/contract/authShapes'
import { accountsTexts } from '@nestmark/texts/accounts'
import { useState } from 'react'
import { callAuth } from './calls.ts'
import { SubmitButton, TextField } from './fields.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { checks, checkUsername } from './validation.ts'
import { Note } from './Sheet.tsx'
import { useForm } from './useForm.ts'
import { UsernameField } from './UsernameField.tsx'

const { profile: texts, fields } = accountsTexts

/** Changes the name and the username. */
export function ProfileDetails({ user }: { user: AccountUser }) {
  const [saved, setSaved] = useState(false)
  const [username, setUsername] = useState(user.username ?? '')
  const form = useForm({ name: checks.name, username: checkUsername }, async values => {
    setSaved(false)
    await callAuth(updateProfile, values)
    setUsername(values.username.trim())
    setSaved(true)
  })
  return (
    <ProfileSection title={texts.details}>
      <form className={css.stack} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          name="name"
          label={fields.name}
          defaultValue={user.name}
          autoComplete="name"
          maxLength={100}
          error={form.errors.name}
        />
        <UsernameField username={username} error={form.errors.username} />
        {saved && <Note>{texts.saved}</Note>}
        <SubmitButton busy={form.busy} failure={form.failure} label={texts.save} busyLabel={texts.save} />
      </form>
    </ProfileSection>
  )
}
