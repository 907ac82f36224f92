import { useRef } from 'react'
import { classes } from '../classes.ts'
import css from './Checkbox.module.css'

/** A checkbox. */
export function Checkbox({
  label,
  checked,
  indeterminate = false,
  small,
  className,
  disabled,
  onChange,
}: {
  label: string
  checked: boolean
  /** Some but not all of its items are selected. */
  indeterminate?: boolean
  small?: boolean
  className?: string
  disabled?: boolean
  onChange: (event: { shift: boolean }) => void
}) {
  const shift = useRef(false)
  return (
    <input
      type="checkbox"
      ref={element => {
        if (element) element.indeterminate = indeterminate
      }}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      className={classes('rigid rel', css.checkbox, small && css.small, className)}
      // Only the click says whether Shift is pressed; the change follows it.
      onClick={event => {
        event.stopPropagation()
        shift.current = event.shiftKey
      }}
      onChange={() => onChange({ shift: shift.current })}
    />
  )
}
