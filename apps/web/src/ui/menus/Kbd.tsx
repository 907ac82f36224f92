import css from './Kbd.module.css'

/** Shows keys of the keyboard. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline g4">
      {keys.map(key => (
        <kbd key={key} className={`t3 nw ${css.key}`}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
