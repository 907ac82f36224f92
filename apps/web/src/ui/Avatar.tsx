import css from './Avatar.module.css'

/** A person as an egg with initials. */
export function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (
    // Drawn, not written: what is read out is the label of whatever the avatar stands in.
    <span
      className={css.avatar}
      data-letters={letters.map(word => (word ? [...word][0]?.toLocaleUpperCase() : '')).join('')}
      aria-hidden="true"
    />
  )
}
