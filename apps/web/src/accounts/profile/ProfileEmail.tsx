import { changeEmail, type ProfileState } from '@nestmark/contract/auth/authProfile'
import { useState } from 'react'
import { callAuth } from '../calls.ts'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ProofField, SubmitButton } from '../fields.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { checks, noCheck } from '../validation.ts'
import { Note } from '../Sheet.tsx'
import { useForm } from '../useForm.ts'
import { accountsTexts } from '../texts.ts'

const { profile: texts, forgot } = accountsTexts

/** Changes the email address after a confirmation from the new one. */
export function ProfileEmail({ email, state }: { email: string; state: ProfileState }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ email: checks.email, password: noCheck }, async (values, element) => {
    setSentTo(null)
    await callAuth(changeEmail, values)
    element.reset()
    setSentTo(values.email.trim())
  })
  return (
    <ProfileSection title={texts.email} line={texts.emailNow(email)}>
      <form className={fieldCss.stack} method="post" noValidate onSubmit={form.onSubmit}>
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
        <SubmitButton form={form} label={texts.emailSubmit} busyLabel={forgot.busy} />
      </form>
    </ProfileSection>
  )
}
