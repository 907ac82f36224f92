import { uiTexts } from '@nestmark/texts/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { classes } from './classes.ts'
import { IconSearch, IconX } from './icons.ts'
import css from './SearchField.module.css'

/** A small search box over one list. It tells what was typed when the typing pauses. */
export function SearchField({
  label,
  value,
  wide,
  autoFocus,
  onChange,
}: {
  /** Placeholder and name. */
  label: string
  value: string
  wide?: boolean
  /** It was asked for: one can type at once. */
  autoFocus?: boolean
  onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  const [told, setTold] = useState(value)
  // Emptied from outside ('Clear search'): follow.
  if (told !== value) {
    setTold(value)
    setText(value)
  }
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    if (text === value) return
    const wait = setTimeout(() => tell(text), 200)
    return () => clearTimeout(wait)
  }, [text, value])
  return (
    <div className={classes(css.field, wide && css.wide)}>
      <IconSearch className="i s14" />
      <input
        type="search"
        className={css.input}
        autoFocus={autoFocus}
        aria-label={label}
        placeholder={label}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') onChange(text)
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          setText('')
          onChange('')
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className={css.clear}
          aria-label={uiTexts.clearSearch}
          onClick={() => {
            setText('')
            onChange('')
          }}
        >
          <IconX className="i s12" />
        </button>
      )}
    </div>
  )
}
