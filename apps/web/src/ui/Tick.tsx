import { classes } from './classes.ts'
import css from './Tick.module.css'

/** A checkbox. */
export function Tick({
  label,
  checked,
  partly = false,
  small,
  className,
  tabIndex,
  disabled,
  onChange,
}: {
  label: string
  checked: boolean
  /** Some but not all of what it stands for. */
  partly?: boolean
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
        if (element) element.indeterminate = partly
      }}
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      disabled={disabled}
      className={classes(css.tick, small && css.small, className)}
      onClick={event => event.stopPropagation()}
      onChange={event => onChange({ shift: (event.nativeEvent as MouseEvent).shiftKey })}
    />
  )
}
