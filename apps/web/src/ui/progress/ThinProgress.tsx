import { classes } from '../classes.ts'
import css from './ThinProgress.module.css'

/**
 * A thin bar that shows how much of an upload was sent.
 * @param fraction from 0 to 1
 * @param isResting it waits, and nothing is sent
 * @param height in pixels
 */
export function ThinProgress({
  label,
  fraction,
  isResting = false,
  height = 4,
  className = '',
}: {
  label: string
  fraction: number
  isResting?: boolean
  height?: 3 | 4
  className?: string | undefined
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(fraction * 100)}
      className={classes(css.bar, isResting && css.resting, className)}
      style={{ height }}
    >
      <i style={{ width: `${fraction * 100}%` }} />
    </div>
  )
}
