import css from './RedactedTitle.module.css'

/** Replaces the title of an encrypted link: two bars, never the ciphertext. */
export function RedactedTitle() {
  return (
    <>
      <span className={css.redacted} style={{ width: '82%' }} />
      <span className={css.redacted} style={{ width: '54%' }} />
    </>
  )
}
