import { playerTexts as texts } from '@nestmark/texts/players'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { IconChevronDown, IconChevronUp, IconLetterCase, IconSearch, IconX } from '../../../ui/icons.ts'
import css from './PdfFind.module.css'
import type { PdfViewer } from './usePdfViewer.ts'

/** Searches the document. */
export function PdfFind({ viewer, onClose }: { viewer: PdfViewer; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [matchesCase, setMatchesCase] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const {
    search,
    controls: { find },
  } = viewer
  useEffect(() => field.current?.focus(), [])
  useEffect(() => find(query, { matchesCase }), [find, query, matchesCase])
  const step = (isBackward: boolean) => find(query, { isAgain: true, isBackward, matchesCase })
  const count =
    query === ''
      ? ''
      : search.total > 0
        ? texts.matchOf(search.current, search.total)
        : search.isPending
          ? texts.searching
          : texts.noMatch
  return (
    <div className={css.find} role="search">
      <span className={css.field}>
        <IconSearch className="i s14" />
        <input
          ref={field}
          type="text"
          value={query}
          placeholder={texts.findInDocument}
          aria-label={texts.findInDocument}
          enterKeyHint="search"
          spellCheck={false}
          onChange={event => setQuery(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') step(event.shiftKey)
            if (event.key !== 'Escape') return
            event.preventDefault()
            onClose()
          }}
        />
      </span>
      <span className={`num ${css.count}`} role="status">
        {count}
      </span>
      <IconButton
        icon={IconChevronUp}
        label={texts.previousMatch}
        disabled={search.total === 0}
        onClick={() => step(true)}
      />
      <IconButton
        icon={IconChevronDown}
        label={texts.nextMatch}
        disabled={search.total === 0}
        onClick={() => step(false)}
      />
      <IconButton
        icon={IconLetterCase}
        label={texts.matchCase}
        active={matchesCase}
        aria-pressed={matchesCase}
        onClick={() => setMatchesCase(!matchesCase)}
      />
      <IconButton icon={IconX} label={texts.close} onClick={onClose} />
    </div>
  )
}
