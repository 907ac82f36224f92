import { classes } from '../classes.ts'
import css from './Progress.module.css'

/**
 * A progress bar. Without `fraction` (0 to 1) it is indeterminate.
 * @param isResting it waits, such as for the connection
 * @param height in pixels
 */
export function Progress({
  label,
  fraction,
  isResting = false,
  height = 8,
  className,
}: {
  label: string
  fraction: number | undefined
  isResting?: boolean
  height?: 3 | 4 | 8
  className?: string | undefined
}) {
  const value = fraction === undefined ? undefined : Math.min(1, Math.max(0, fraction))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === undefined ? undefined : Math.floor(value * 100)}
      className={classes(css.bar, isResting && css.resting, className)}
      style={{ height }}
    >
      <span
        className={value === undefined ? css.indeterminate : css.part}
        style={value === undefined ? undefined : { width: `${value * 100}%` }}
      />
    </div>
  )
}
