import { classes } from '../classes.ts'
import css from './Checkbox.module.css'

/** A checkbox. */
export function Checkbox({
  label,
  checked,
  indeterminate = false,
  small,
  className,
  tabIndex,
  disabled,
  onChange,
}: {
  label: string
  checked: boolean
  /** Some but not all of its items are selected. */
  indeterminate?: boolean
  small?: boolean
  className?: string
  tabIndex?: number
  disabled?: boolean
  onChange: (event: { shift: boolean }) => void
}) {
  return (
    <input
      type="checkbox"
      ref={element => {
        if (element) element.indeterminate = indeterminate
      }}
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      disabled={disabled}
      className={classes('rigid rel', css.checkbox, small && css.small, className)}
      onClick={event => event.stopPropagation()}
      onChange={event => onChange({ shift: (event.nativeEvent as MouseEvent).shiftKey })}
    />
  )
}
