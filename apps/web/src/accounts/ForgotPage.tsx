import { accountsTexts } from '@nestmark/texts/accounts'
import { useState } from 'react'
import { pageAddress } from './addresses.ts'
import { accounts } from './calls.ts'
import { Submit, TextField } from './fields.tsx'
import css from './forms.module.css'
import { checks } from './sentences.ts'
import { Sheet } from './Sheet.tsx'
import { useForm } from './useForm.ts'

const { forgot: texts, fields } = accountsTexts

/** Asks for a link by mail. What it says afterwards is the same for known and unknown addresses. */
export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ email: checks.email }, async ({ email }) => {
    await accounts.askForReset(email.trim())
    setSentTo(email.trim())
  })
  const back = (
    <a className={css.link} href={pageAddress('login')}>
      {texts.back}
    </a>
  )
  if (sentTo) return <Sheet title={texts.sentTitle} line={texts.sentLine(sentTo)} below={back} />
  return (
    <Sheet title={texts.title} line={texts.line} below={back}>
      <form className={css.form} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          name="email"
          type="email"
          label={fields.email}
          autoComplete="username"
          autoFocus
          error={form.errors.email}
        />
        <Submit busy={form.busy} failure={form.failure} words={texts.submit} busyWords={texts.busy} wide />
      </form>
    </Sheet>
  )
}
