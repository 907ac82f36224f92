import css from './Avatar.module.css'
import { IconUser } from '../icons.ts'

/**
 * Shows a user's initials in an egg shape.
 * @param name null for a visitor or a deleted account: initials could look like those of another user
 */
export function Avatar({ name }: { name: string | null }) {
  if (name === null)
    return (
      <span className={`rigid block ${css.avatar} ${css.unnamed}`} aria-hidden="true">
        <IconUser className="i" />
      </span>
    )
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (
    // Rendered by CSS content, so that screen readers only read the label of the surrounding element.
    <span
      className={`rigid block ${css.avatar}`}
      data-letters={letters.map(word => (word ? [...word][0]?.toLocaleUpperCase() : '')).join('')}
      aria-hidden="true"
    />
  )
}
