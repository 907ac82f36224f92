import { accountsTexts } from '@nestmark/texts/accounts'
import { useState } from 'react'
import { accounts, type User } from './calls.ts'
import { Submit, TextField } from './fields.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { checks } from './sentences.ts'
import { Note } from './Sheet.tsx'
import { useForm } from './useForm.ts'

const { profile: texts, fields } = accountsTexts

/** The name, which can be changed, and the address, which is shown. */
export function ProfileDetails({ user }: { user: User }) {
  const [saved, setSaved] = useState(false)
  const form = useForm({ name: checks.name }, async ({ name }) => {
    setSaved(false)
    await accounts.rename(name)
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
        <div>
          <div className={css.term}>{fields.email}</div>
          <div className={css.given}>{user.email}</div>
          <div className={css.times}>{texts.emailLine}</div>
        </div>
        {saved && <Note>{texts.saved}</Note>}
        <Submit busy={form.busy} failure={form.failure} words={texts.save} busyWords={texts.save} />
      </form>
    </ProfileSection>
  )
}
