import css from './Progress.module.css'

/** A progress bar. Without `fraction` (0 to 1) it is indeterminate. */
export function Progress({ label, fraction }: { label: string; fraction: number | undefined }) {
  const value = fraction === undefined ? undefined : Math.min(1, Math.max(0, fraction))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === undefined ? undefined : Math.floor(value * 100)}
      className={css.bar}
    >
      <span
        className={value === undefined ? css.indeterminate : css.part}
        style={value === undefined ? undefined : { width: `${value * 100}%` }}
      />
    </div>
  )
}
