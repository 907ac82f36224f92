import { uiTexts } from '@nestmark/texts/ui'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { holdPageHeight } from '../../lib/lists/holdPageHeight.ts'
import { classes } from '../classes.ts'
import { IconSearch, IconX } from '../icons.ts'
import css from './SearchField.module.css'

/** A search field for one list. Reports the text 200 ms after the last key. It stays in its place while the list changes. */
export function SearchField({
  label,
  hint = label,
  value,
  mark,
  wide,
  autoFocus,
  onChange,
}: {
  /** Accessible name, and placeholder without `hint`. */
  label: string
  hint?: string | undefined
  value: string
  /** Shown at the end of the field. */
  mark?: ReactNode
  wide?: boolean
  /** True when the user has opened it, so that it receives the focus. */
  autoFocus?: boolean
  onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  const [reported, setReported] = useState(value)
  // The parent has cleared the value ('Clear search').
  if (reported !== value) {
    setReported(value)
    setText(value)
  }
  const report = (input: string) => {
    holdPageHeight()
    onChange(input)
  }
  const clear = () => {
    setText('')
    report('')
  }
  const reportText = useEffectEvent(report)
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => reportText(text), 200)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <div
      className={classes(
        'row t3 min0 framed',
        css.field,
        wide && css.wide,
        mark !== undefined && mark !== null && css.marked,
      )}
    >
      <IconSearch className="i s14" />
      <input
        type="search"
        className={`grow t1 unframed ${css.input}`}
        autoFocus={autoFocus}
        aria-label={label}
        placeholder={hint}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') report(text)
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          clear()
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className={`flex t3 ${css.clear}`}
          aria-label={uiTexts.clearSearch}
          onClick={clear}
        >
          <IconX className="i s12" />
        </button>
      )}
      {mark}
    </div>
  )
}
