import css from './Avatar.module.css'

/** Shows a user's initials in an egg shape. */
export function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (
    // Rendered by CSS content, so that screen readers only read the label of the surrounding element.
    <span
      className={css.avatar}
      data-letters={letters.map(word => (word ? [...word][0]?.toLocaleUpperCase() : '')).join('')}
      aria-hidden="true"
    />
  )
}
