import css from './Kbd.module.css'

/** Keys as they stand on the keyboard. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className={css.keys}>
      {keys.map(key => (
        <kbd key={key} className={css.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
