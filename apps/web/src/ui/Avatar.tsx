import css from './Avatar.module.css'

/** A person as an egg with initials. */
export function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (
    <span className={css.avatar} aria-hidden="true">
      {letters.map(word => (word ? [...word][0]?.toLocaleUpperCase() : '')).join('')}
    </span>
  )
}
