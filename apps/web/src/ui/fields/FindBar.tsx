import { findTexts as texts } from '@nestmark/texts/reading/find'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './Button.tsx'
import css from './FindBar.module.css'
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '../icons.ts'

/**
 * A field that finds words in a document, with the number of the current match. Enter and Shift+Enter move to the
 * next and previous match.
 */
export function FindBar({
  label,
  query,
  current,
  total,
  isSearching = false,
  focusRequest = 1,
  onQuery,
  onStep,
  onClose,
  children,
}: {
  label: string
  query: string
  /** The number of the current match, from 1. */
  current: number
  total: number
  /** There may be matches that are not counted yet. */
  isSearching?: boolean
  /** The field gets the focus when this number increases; initially 0. */
  focusRequest?: number
  onQuery: (query: string) => void
  onStep: (isBackward: boolean) => void
  onClose: () => void
  /** More buttons. */
  children?: ReactNode
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusRequest === 0) return
    field.current?.focus()
    field.current?.select()
  }, [focusRequest])
  const count =
    query.trim() === ''
      ? ''
      : total > 0
        ? texts.matchOf(current, total)
        : isSearching
          ? texts.searching
          : texts.noMatch
  return (
    <div className={`row ${css.find}`} role="search">
      <span className={`row g8 t3 ${css.field}`}>
        <IconSearch className="i s14" />
        <input
          ref={field}
          type="text"
          className="t1 unframed"
          value={query}
          dir="auto"
          placeholder={label}
          aria-label={label}
          enterKeyHint="search"
          spellCheck={false}
          onChange={event => onQuery(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') onStep(event.shiftKey)
            if (event.key !== 'Escape') return
            event.preventDefault()
            onClose()
          }}
        />
      </span>
      <span className={`num t2 nw ${css.count}`} role="status">
        {count}
      </span>
      <IconButton
        icon={IconChevronUp}
        label={texts.previousMatch}
        disabled={total === 0}
        onClick={() => onStep(true)}
      />
      <IconButton
        icon={IconChevronDown}
        label={texts.nextMatch}
        disabled={total === 0}
        onClick={() => onStep(false)}
      />
      {children}
      <IconButton icon={IconX} label={texts.close} onClick={onClose} />
    </div>
  )
}
