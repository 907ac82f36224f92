import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
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

/** Shows keys with what they do. */
export function KeyHint({
  keys,
  className,
  children,
}: {
  keys: readonly string[]
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <span className={classes('row g6', className)}>
      <Kbd keys={keys} /> {children}
    </span>
  )
}
