import css from './Progress.module.css'

/** A progress bar. Without `share` (0 to 1) it is indeterminate. */
export function Progress({ label, share }: { label: string; share: number | undefined }) {
  const part = share === undefined ? undefined : Math.min(1, Math.max(0, share))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={part === undefined ? undefined : Math.floor(part * 100)}
      className={css.bar}
    >
      <span
        className={part === undefined ? css.indeterminate : css.part}
        style={part === undefined ? undefined : { width: `${part * 100}%` }}
      />
    </div>
  )
}
