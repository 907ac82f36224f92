import type { ProfileState } from '@nestmark/contract/auth/authProfile'
import { confirmTwoFactor } from '@nestmark/contract/auth/authTwoFactor'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useRef, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { callAuth } from '../calls.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ProofField, SubmitButton } from '../fields.tsx'
import css from '../profile/profile.module.css'
import { QrCode } from '../../ui/marks/QrCode.tsx'
import { checks, noCheck } from '../validation.ts'
import { Note } from '../Sheet.tsx'
import { useForm } from '../useForm.ts'

const { twoFactor: texts, code: codeTexts } = accountsTexts

/** A form that asks for proof before a sensitive action. */
export function ProofForm({
  state,
  submitLabel,
  action,
  onBack,
}: {
  state: ProfileState
  submitLabel: string
  action: (password: string) => Promise<void>
  onBack: () => void
}) {
  const form = useForm({ password: noCheck }, ({ password }) => action(password))
  return (
    <form className={fieldCss.stack} method="post" noValidate onSubmit={form.onSubmit}>
      <ProofField state={state} {...form.field('password')} />
      <div className={`flex wrap g8 ${css.buttons}`}>
        <SubmitButton form={form} label={submitLabel} busyLabel={texts.busy} />
        <Button onClick={onBack}>{texts.keep}</Button>
      </div>
    </form>
  )
}

/** Shows the secret for an authenticator app and asks for a first code to confirm it. */
export function TwoFactorSetup({
  secret,
  uri,
  onDone,
  onBack,
}: {
  secret: string
  uri: string
  onDone: (codes: string[]) => void
  onBack: () => void
}) {
  const form = useForm({ code: checks.code }, async ({ code }) =>
    onDone((await callAuth(confirmTwoFactor, { code })).codes),
  )
  return (
    <form className={fieldCss.stack} method="post" noValidate onSubmit={form.onSubmit}>
      <p role="status">{texts.scan}</p>
      <QrCode text={uri} label={texts.picture} />
      <div>
        <div className="w540">{texts.key}</div>
        <code className={`anywhere f14 ${css.secret}`}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
      <TextField
        {...form.field('code')}
        label={codeTexts.label}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
      />
      <div className={`flex wrap g8 ${css.buttons}`}>
        <SubmitButton form={form} label={texts.confirm} busyLabel={texts.busy} />
        <Button variant="ghost" onClick={onBack}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

/** Shows the recovery codes once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const copy = async () => {
    try {
      // Pages without https have no clipboard access.
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied(true)
    } catch {
      if (list.current) getSelection()?.selectAllChildren(list.current)
      setCopied(false)
    }
  }
  return (
    <div className={fieldCss.stack}>
      <p role="status">
        <span className="w540">{texts.codesTitle}.</span> {texts.codesLine}
      </p>
      <ul ref={list} className={css.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {copied === true && <Note>{texts.copied}</Note>}
      {copied === false && <FieldError>{texts.copyFailed}</FieldError>}
      <div className={`flex wrap g8 ${css.buttons}`}>
        <Button variant="primary" onClick={onDone}>
          {texts.done}
        </Button>
        <Button onClick={() => void copy()}>{texts.copy}</Button>
      </div>
    </div>
  )
}
