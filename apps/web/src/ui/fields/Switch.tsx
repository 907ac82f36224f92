import css from './Switch.module.css'

/** A switch between on and off, with its state as a word beside it. */
export function Switch({
  label,
  on,
  state,
  disabled,
  onChange,
}: {
  /** For screen readers. */
  label: string
  on: boolean
  /** The word for the present state. */
  state: string
  disabled?: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      className={`inline g8 t2 ${css.switch}`}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span className={css.state} aria-hidden="true">
        {state}
      </span>
      <i aria-hidden="true" />
    </button>
  )
}
