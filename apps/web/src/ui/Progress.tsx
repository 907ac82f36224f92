import css from './Progress.module.css'

/** How far something is. Without a share it only says that something goes on. */
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
        className={part === undefined ? css.unknown : css.part}
        style={part === undefined ? undefined : { width: `${part * 100}%` }}
      />
    </div>
  )
}
