import { requestPasswordReset } from '@nestmark/contract/auth/authPasswords'
import { useState } from 'react'
import { pageAddress } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { SubmitButton, TextLink } from '../fields.tsx'
import css from '../forms.module.css'
import { checks } from '../validation.ts'
import { Sheet } from '../Sheet.tsx'
import { useForm } from '../useForm.ts'
import { accountsTexts } from '../texts.ts'

const { forgot: texts, fields } = accountsTexts

/** Requests a password reset email. The message is the same for known and unknown addresses. */
export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ email: checks.email }, async ({ email }) => {
    await callAuth(requestPasswordReset, { email: email.trim() })
    setSentTo(email.trim())
  })
  const back = <TextLink href={pageAddress('login')}>{texts.back}</TextLink>
  if (sentTo) return <Sheet title={texts.sentTitle} description={texts.sentLine(sentTo)} footer={back} />
  return (
    <Sheet title={texts.title} description={texts.line} footer={back}>
      <form className={`stack ${css.form}`} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          {...form.field('email')}
          type="email"
          label={fields.email}
          autoComplete="username"
          autoFocus
        />
        <SubmitButton form={form} label={texts.submit} busyLabel={texts.busy} wide />
      </form>
    </Sheet>
  )
}
