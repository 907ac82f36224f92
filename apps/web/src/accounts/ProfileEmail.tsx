import { accountsTexts } from '@nestmark/texts/accounts'
import { useState } from 'react'
import { accounts, type ProfileState } from './calls.ts'
import { Submit, TextField } from './fields.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import css from './profile.module.css'
import { ProofField } from './ProofField.tsx'
import { checks, noCheck } from './sentences.ts'
import { Note } from './Sheet.tsx'
import { useForm } from './useForm.ts'

const { profile: texts, forgot } = accountsTexts

/** Changes the address to log in with, once its new mailbox has confirmed it. */
export function ProfileEmail({ email, state }: { email: string; state: ProfileState }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ email: checks.email, password: noCheck }, async (values, element) => {
    setSentTo(null)
    await accounts.changeEmail(values.email, values.password)
    element.reset()
    setSentTo(values.email.trim())
  })
  return (
    <ProfileSection title={texts.email} line={texts.emailNow(email)}>
      <form className={css.stack} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          name="email"
          type="email"
          label={texts.emailNew}
          autoComplete="email"
          maxLength={254}
          error={form.errors.email}
        />
        <ProofField state={state} error={form.errors.password} />
        {sentTo && <Note>{texts.emailSent(sentTo)}</Note>}
        <Submit busy={form.busy} failure={form.failure} words={texts.emailSubmit} busyWords={forgot.busy} />
      </form>
    </ProfileSection>
  )
}
