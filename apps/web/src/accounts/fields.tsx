import type { ProfileState } from '@nestmark/contract/auth/authProfile'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { type ComponentProps, useState } from 'react'
import { Button } from '../ui/fields/Button.tsx'
import { Field, fieldCss } from '../ui/fields/Field.tsx'
import { FieldError } from '../ui/fields/FieldError.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import css from './fields.module.css'
import forms from './forms.module.css'

interface FieldProps {
  name: string
  label: string
  error?: string | undefined
  note?: string
}

/** A password field with a button to show the password. */
export function PasswordField({
  name,
  label,
  error,
  note,
  autoComplete,
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  const { show, hide, showPassword, hidePassword } = accountsTexts.fields
  return (
    <Field label={label} error={error} note={note}>
      {control => (
        <div className={fieldCss.box}>
          <input
            {...control}
            {...rest}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={fieldCss.inside}
          />
          <button
            type="button"
            className={`t2 w540 ${css.showButton}`}
            aria-label={shown ? hidePassword(label) : showPassword(label)}
            onClick={() => setShown(!shown)}
          >
            {shown ? hide : show}
          </button>
        </div>
      )}
    </Field>
  )
}

/**
 * Asks for proof before a sensitive action: the password where there is one, otherwise a new sign-in. Empty
 * after a recent sign-in.
 */
export function ProofField({
  state,
  ...field
}: { state: ProfileState } & Pick<FieldProps, 'name' | 'error'>) {
  if (state.fresh && !field.error) return null
  if (!state.has_password) return <p>{accountsTexts.profile.again}</p>
  return <PasswordField {...field} label={accountsTexts.fields.password} autoComplete="current-password" />
}

/** A checkbox with its label. */
export function CheckboxField({
  label,
  note,
  checked,
  onChange,
}: {
  label: string
  note?: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className={`flex g10 top ${css.checkboxField}`}>
      <Checkbox label={label} checked={checked} onChange={() => onChange(!checked)} />
      <span>
        {label}
        {note && <small className={`t3 block ${css.checkboxNote}`}>{note}</small>}
      </span>
    </label>
  )
}

/** A link of the text or of the footer of a page. */
export function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={`acc w560 ${forms.link}`} href={href}>
      {children}
    </a>
  )
}

/** The submit button, and the form's error above it. */
export function SubmitButton({
  form: { busy, failure },
  label,
  busyLabel,
  wide,
  danger,
}: {
  form: { busy: boolean; failure: string | null }
  label: string
  busyLabel: string
  wide?: boolean
  /** The action deletes something permanently. */
  danger?: boolean
}) {
  return (
    <div>
      {failure && (
        <div className={css.failure}>
          <FieldError>{failure}</FieldError>
        </div>
      )}
      <Button
        type="submit"
        variant={danger ? 'danger' : 'primary'}
        size={wide ? 'lg' : 'md'}
        aria-disabled={busy || undefined}
        className={wide ? css.wide : undefined}
      >
        {busy ? busyLabel : label}
      </Button>
    </div>
  )
}
