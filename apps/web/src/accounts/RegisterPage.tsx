import { accountsTexts } from '@nestmark/texts/accounts'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { pageAddress, wish } from './addresses.ts'
import { accounts, leaveFor } from './calls.ts'
import { PasswordField, Submit, TextField } from './fields.tsx'
import css from './forms.module.css'
import { ProviderButton } from './ProviderButton.tsx'
import { checks, explain } from './sentences.ts'
import { Note, Sheet } from './Sheet.tsx'
import { useForm } from './useForm.ts'

const { register: texts, fields } = accountsTexts

/** Makes an account, and goes on to the product where no address has to be confirmed first. */
export function RegisterPage() {
  const [toConfirm, setToConfirm] = useState<string | null>(null)
  const form = useForm(
    { name: checks.name, email: checks.email, password: checks.newPassword },
    async ({ name, email, password }) => {
      const signedIn = await accounts.register(name, email, password)
      if (signedIn) await leaveFor(wish)
      else setToConfirm(email.trim())
    },
  )
  if (toConfirm) return <CheckMail email={toConfirm} />
  return (
    <Sheet
      title={texts.title}
      below={
        <>
          <span>{texts.other}</span>
          <a className={css.link} href={pageAddress('login')}>
            {texts.otherLink}
          </a>
        </>
      }
    >
      <form className={css.form} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          name="name"
          label={fields.name}
          autoComplete="name"
          autoFocus
          maxLength={100}
          error={form.errors.name}
        />
        <TextField
          name="email"
          type="email"
          label={fields.email}
          autoComplete="username"
          error={form.errors.email}
        />
        <PasswordField
          name="password"
          label={fields.password}
          autoComplete="new-password"
          note={fields.passwordHint}
          error={form.errors.password}
        />
        <Submit busy={form.busy} failure={form.failure} words={texts.submit} busyWords={texts.busy} wide />
      </form>
      <ProviderButton />
    </Sheet>
  )
}

function CheckMail({ email }: { email: string }) {
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const resend = () => {
    setFailure(null)
    setSent(false)
    accounts.askForConfirmation(email).then(
      () => setSent(true),
      (error: unknown) => setFailure(explain(error).sentence),
    )
  }
  return (
    <Sheet
      title={texts.checkTitle}
      line={texts.checkLine(email)}
      below={
        <a className={css.link} href={pageAddress('login')}>
          {texts.otherLink}
        </a>
      }
    >
      {sent && <Note>{texts.resent}</Note>}
      {failure && <FieldError>{failure}</FieldError>}
      <div className={css.form}>
        <div>
          <Button onClick={resend}>{texts.resend}</Button>
        </div>
      </div>
    </Sheet>
  )
}
