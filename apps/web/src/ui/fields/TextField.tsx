import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { Field, fieldCss } from './Field.tsx'

type Labels = Omit<ComponentProps<typeof Field>, 'children'>

/** A field with one line of text. The browser proposes earlier entries only where `autoComplete` says which. */
export function TextField({
  label,
  hint,
  error,
  note,
  className,
  ...rest
}: Labels & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} note={note}>
      {control => (
        <input {...control} className={classes(fieldCss.input, className)} autoComplete="off" {...rest} />
      )}
    </Field>
  )
}

/** A field with several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  note,
  className,
  ...rest
}: Labels & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} note={note}>
      {control => <textarea {...control} className={classes(fieldCss.area, className)} {...rest} />}
    </Field>
  )
}
