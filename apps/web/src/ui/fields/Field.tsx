import { type ReactNode, useId } from 'react'
import css from './Field.module.css'
import { FieldError } from './FieldError.tsx'

/** The attributes that the control of a field receives. */
export interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** The CSS classes of controls in a field. */
export const fieldCss = css

/** A label, its control and its error message. */
export function Field({
  label,
  hint,
  error,
  note,
  children,
}: {
  label: string
  /** Short secondary text at the end of the label's line. */
  hint?: ReactNode
  error?: string | undefined
  /** Secondary text below the control, which describes it for screen readers. */
  note?: ReactNode
  children: (control: FieldControl) => ReactNode
}) {
  const id = useId()
  const described = [error && `${id}-error`, note && `${id}-note`].filter(Boolean).join(' ')
  return (
    <div className="min0">
      <div className={`flex g8 baseline ${css.line}`}>
        <label className="w540 f13" htmlFor={id}>
          {label}
        </label>
        {hint && <span className={`t3 f12 ${css.hint}`}>{hint}</span>}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {note && (
        <div id={`${id}-note`} className="text12 t3 mt4">
          {note}
        </div>
      )}
    </div>
  )
}
