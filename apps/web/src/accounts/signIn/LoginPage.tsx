import { getSession } from '@nestmark/contract/auth/authSessions'
import { signInEmail, requestSignInLink } from '@nestmark/contract/auth/authSignIn'
import { accountsTexts } from '../texts.ts'
import { useEffect, useState } from 'react'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { emailToken, pageAddress, hasNotice } from '../addresses.ts'
import { callAuth } from '../calls.ts'
import { goToProduct } from './goToProduct.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { PasswordField, SubmitButton, TextLink } from '../fields.tsx'
import css from '../forms.module.css'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { checks } from '../validation.ts'
import { LoadingSheet, Note, Sheet } from '../Sheet.tsx'
import { useForm } from '../useForm.ts'
import { verifyTwoFactor } from '@nestmark/contract/auth/authTwoFactor'
import { Button } from '../../ui/fields/Button.tsx'
import { assertDefined } from '@nestmark/core/assertDefined'
import { useAction } from '../useAction.ts'

const { login: texts, code: codeTexts, fields, handingOver } = accountsTexts

/** The login page. Redirects users who are already signed in here. */
export function LoginPage() {
  const [stage, setStage] = useState<'asking' | 'form' | 'leaving'>('asking')
  const [challenge, setChallenge] = useState<string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const leaveIfSignedIn = async () => {
      const isSignedIn = (await callAuth(getSession, {})) !== null
      if (isUnmounted) return
      setStage(isSignedIn ? 'leaving' : 'form')
      if (isSignedIn) await goToProduct()
    }
    leaveIfSignedIn().catch(() => setStage('form'))
    return () => {
      isUnmounted = true
    }
  }, [])
  const form = useForm({ email: checks.email, password: checks.givenPassword }, async values => {
    const answer = await callAuth(signInEmail, { ...values, pass: emailToken })
    if ('challenge' in answer) setChallenge(answer.challenge)
    else await goToProduct()
  })

  if (stage !== 'form')
    return <LoadingSheet title={texts.title} text={stage === 'asking' ? undefined : handingOver} />
  if (challenge) return <CodeSheet challenge={challenge} onBack={() => setChallenge(null)} />
  return (
    <Sheet
      title={texts.title}
      footer={
        <>
          <span>{texts.other}</span>
          <TextLink href={pageAddress('register')}>{texts.otherLink}</TextLink>
        </>
      }
    >
      {hasNotice('out') && <Note>{texts.loggedOut}</Note>}
      {hasNotice('verified') && <Note>{texts.verified}</Note>}
      {hasNotice('refused') && <FieldError>{texts.refused}</FieldError>}
      {hasNotice('moved') && <Note>{texts.moved}</Note>}
      {emailToken && <Note>{texts.linkOpened}</Note>}
      {hasNotice('reset') && <Note>{texts.reset}</Note>}
      <form className={`stack ${css.form}`} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          {...form.field('email')}
          type="email"
          label={fields.email}
          autoComplete="username webauthn"
          autoFocus
        />
        <PasswordField {...form.field('password')} label={fields.password} autoComplete="current-password" />
        <div className="flex toend">
          <TextLink href={pageAddress('forgot-password')}>{texts.forgot}</TextLink>
        </div>
        <SubmitButton form={form} label={texts.submit} busyLabel={texts.busy} wide />
        {form.isRateLimited && <SignInLink />}
      </form>
      <PasskeyButton onLeave={() => setStage('leaving')} />
      <ProviderButton />
    </Sheet>
  )
}

/** The second step of a login with two-factor authentication. */
function CodeSheet({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const form = useForm({ code: checks.code }, async ({ code }) => {
    await callAuth(verifyTwoFactor, { challenge, code })
    await goToProduct()
  })
  return (
    <Sheet
      title={codeTexts.title}
      description={codeTexts.line}
      footer={
        <Button variant="ghost" onClick={onBack}>
          {codeTexts.back}
        </Button>
      }
    >
      <form className={`stack ${css.form}`} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          {...form.field('code')}
          label={codeTexts.label}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          maxLength={40}
        />
        <SubmitButton form={form} label={codeTexts.submit} busyLabel={codeTexts.busy} wide />
      </form>
    </Sheet>
  )
}

/** Offers a sign-in link by email to users who exceeded the login rate limit. It is part of the login form. */
function SignInLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { failure, run, setFailure } = useAction()

  const send = (form: HTMLFormElement) => {
    const email = String(new FormData(form).get('email') ?? '').trim()
    const problem = checks.email(email)
    if (problem) return setFailure(problem)
    void run(async () => {
      await callAuth(requestSignInLink, { email })
      setSentTo(email)
    })
  }

  if (sentTo) return <Note>{texts.linkSent(sentTo)}</Note>
  return (
    <div>
      <Button size="lg" onClick={event => send(assertDefined(event.currentTarget.form, 'form'))}>
        {texts.link}
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  )
}
