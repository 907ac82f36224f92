import { sendVerificationEmail, signUpEmail } from '@nestmark/contract/auth/authSignIn'
import { useState } from 'react'
import { copyHash } from '../../lib/browser/copyHash.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { pageAddress, handoffRequest, invitedEmail } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import { goToProduct } from './goToProduct.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { PasswordField, SubmitButton, TextLink } from '../fields.tsx'
import css from '../forms.module.css'
import { ProviderButton } from './ProviderButton.tsx'
import { checks } from '../validation.ts'
import { useAction } from '../useAction.ts'
import { Note, Sheet } from '../Sheet.tsx'
import { useForm } from '../useForm.ts'
import { accountsTexts } from '../texts.ts'

const { register: texts, fields } = accountsTexts

/** The visitor asked for a copy of a public collection, which is made after the sign-up. */
const isForCopy = handoffRequest?.redirect.endsWith(copyHash) === true

/** Creates an account. Redirects to the product if the email address needs no confirmation. */
export function RegisterPage() {
  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string | null>(null)
  const form = useForm(
    { name: checks.name, email: checks.email, password: checks.newPassword },
    async ({ name, email, password }) => {
      const { token } = await callAuth(signUpEmail, { name, email, password })
      // Without a token, the email address must be confirmed first.
      if (token !== null) await goToProduct()
      else setUnconfirmedEmail(email.trim())
    },
  )
  if (unconfirmedEmail) return <CheckEmailPage email={unconfirmedEmail} />
  return (
    <Sheet
      title={texts.title}
      {...(isForCopy && { description: texts.copyLine })}
      footer={
        <>
          <span>{texts.other}</span>
          <TextLink href={pageAddress('login')}>{texts.otherLink}</TextLink>
        </>
      }
    >
      <form className={`stack ${css.form}`} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          {...form.field('name')}
          label={fields.name}
          autoComplete="name"
          autoFocus
          maxLength={100}
        />
        <TextField
          {...form.field('email')}
          type="email"
          label={fields.email}
          autoComplete="username"
          defaultValue={invitedEmail}
        />
        <PasswordField
          {...form.field('password')}
          label={fields.password}
          autoComplete="new-password"
          note={fields.passwordHint}
        />
        <SubmitButton form={form} label={texts.submit} busyLabel={texts.busy} wide />
      </form>
      <ProviderButton />
    </Sheet>
  )
}

function CheckEmailPage({ email }: { email: string }) {
  const { notice, failure, run } = useAction()
  const resend = () => void run(() => callAuth(sendVerificationEmail, { email }), texts.resent)
  return (
    <Sheet
      title={texts.checkTitle}
      description={texts.checkLine(email)}
      footer={<TextLink href={pageAddress('login')}>{texts.otherLink}</TextLink>}
    >
      {notice && <Note>{notice}</Note>}
      {failure && <FieldError>{failure}</FieldError>}
      <div className={`stack ${css.form}`}>
        <div>
          <Button onClick={resend}>{texts.resend}</Button>
        </div>
      </div>
    </Sheet>
  )
}
