import { accountsTexts } from '@nestmark/texts/accounts'
import { type ComponentProps, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Field, fieldCss } from '../ui/Field.tsx'
import { FieldError } from '../ui/FieldError.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import css from './fields.module.css'

interface Own {
  name: string
  label: string
  error?: string | undefined
  note?: string
}

/** A line to type into. */
export function TextField({ name, label, error, note, ...rest }: Own & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} note={note}>
      {control => <input {...control} {...rest} name={name} className={fieldCss.input} />}
    </Field>
  )
}

/** A password, hidden until the person wants to see it. */
export function PasswordField({
  name,
  label,
  error,
  note,
  autoComplete,
  ...rest
}: Own & ComponentProps<'input'>) {
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
            className={css.show}
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

/** A choice that can be ticked, with its words beside it. */
export function TickField({
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
    <label className={css.choice}>
      <Checkbox label={label} checked={checked} onChange={() => onChange(!checked)} />
      <span>
        {label}
        {note && <small className={css.choiceNote}>{note}</small>}
      </span>
    </label>
  )
}

/** The button that sends the form, and above it what went wrong with the whole. */
export function Submit({
  busy,
  failure,
  words,
  busyWords,
  wide,
  danger,
}: {
  busy: boolean
  failure: string | null
  words: string
  busyWords: string
  wide?: boolean
  /** It takes something away for good. */
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
        {busy ? busyWords : words}
      </Button>
    </div>
  )
}
