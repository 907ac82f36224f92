import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type RefObject, useState } from 'react'
import css from './PdfView.module.css'

/** The number of the page, which can be typed. */
export function PdfPageField({
  field,
  page,
  count,
  onGo,
  onLeave,
}: {
  field: RefObject<HTMLInputElement | null>
  page: number
  count: number | undefined
  onGo: (page: number) => void
  /** Moves the focus to the document. */
  onLeave: () => void
}) {
  const [typed, setTyped] = useState(String(page))
  return (
    <label className={`num row g8 t3 ${css.pageField}`}>
      <input
        ref={field}
        className="t1 unframed"
        inputMode="numeric"
        value={typed}
        aria-label={texts.pageNumber}
        disabled={count === undefined}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
        onBlur={() => setTyped(String(page))}
        onKeyDown={event => {
          const isEscape = event.key === 'Escape'
          if (!isEscape && (event.key !== 'Enter' || typed === '')) return
          // Otherwise Esc would also close the document.
          event.preventDefault()
          if (!isEscape) onGo(Number(typed))
          onLeave()
        }}
      />
      {count !== undefined && <span>{texts.ofPages(count)}</span>}
    </label>
  )
}
