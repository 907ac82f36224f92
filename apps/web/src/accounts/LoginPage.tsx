import { accountsTexts } from '@nestmark/texts/accounts'
import { useEffect, useState } from 'react'
import { FieldError } from '../ui/FieldError.tsx'
import { mailToken, pageAddress, told, wish } from './addresses.ts'
import { accounts, leaveFor } from './calls.ts'
import { CodeSheet } from './CodeSheet.tsx'
import { PasswordField, Submit, TextField } from './fields.tsx'
import css from './forms.module.css'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { checks } from './sentences.ts'
import { Note, Sheet } from './Sheet.tsx'
import { SignInLink } from './SignInLink.tsx'
import { useForm } from './useForm.ts'

const { login: texts, fields, loading, handingOver } = accountsTexts

/** Logs in. Whoever is signed in here already is handed over without a question. */
export function LoginPage() {
  const [stage, setStage] = useState<'asking' | 'form' | 'leaving'>('asking')
  const [challenge, setChallenge] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    const leaveIfHere = async () => {
      const user = await accounts.whoIsHere()
      if (gone) return
      setStage(user ? 'leaving' : 'form')
      if (user) await leaveFor(wish)
    }
    leaveIfHere().catch(() => setStage('form'))
    return () => {
      gone = true
    }
  }, [])
  const form = useForm({ email: checks.email, password: checks.givenPassword }, async values => {
    const waiting = await accounts.logIn(values.email, values.password, mailToken)
    if (waiting) setChallenge(waiting)
    else await leaveFor(wish)
  })

  if (stage !== 'form')
    return (
      <Sheet title={texts.title}>
        <p role="status" className={css.waiting}>
          {stage === 'asking' ? loading : handingOver}
        </p>
      </Sheet>
    )
  if (challenge) return <CodeSheet challenge={challenge} onOver={() => setChallenge(null)} />
  return (
    <Sheet
      title={texts.title}
      below={
        <>
          <span>{texts.other}</span>
          <a className={css.link} href={pageAddress('register')}>
            {texts.otherLink}
          </a>
        </>
      }
    >
      {told('out') && <Note>{texts.loggedOut}</Note>}
      {told('verified') && <Note>{texts.verified}</Note>}
      {told('refused') && <FieldError>{texts.refused}</FieldError>}
      {told('moved') && <Note>{texts.moved}</Note>}
      {mailToken && <Note>{texts.linkOpened}</Note>}
      {told('reset') && <Note>{texts.reset}</Note>}
      <form className={css.form} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          name="email"
          type="email"
          label={fields.email}
          autoComplete="username webauthn"
          autoFocus
          error={form.errors.email}
        />
        <PasswordField
          name="password"
          label={fields.password}
          autoComplete="current-password"
          error={form.errors.password}
        />
        <div className={css.aside}>
          <a className={css.link} href={pageAddress('forgot-password')}>
            {texts.forgot}
          </a>
        </div>
        <Submit busy={form.busy} failure={form.failure} words={texts.submit} busyWords={texts.busy} wide />
        {form.limited && <SignInLink />}
      </form>
      <PasskeyButton onLeave={() => setStage('leaving')} />
      <ProviderButton />
    </Sheet>
  )
}
