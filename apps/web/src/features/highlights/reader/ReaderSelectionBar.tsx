import { limits } from '@nestmark/core/limits'
import { highlightTexts } from '@nestmark/texts/reading/highlights'
import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from '../../../lib/router/links.tsx'
import { upgradePath } from '../../../lib/site.ts'
import { useMedia } from '../../../lib/media/media.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { IconAlertTriangle, IconMessagePlus, IconSparkles } from '../../../ui/icons.ts'
import { HighlightColours } from '../HighlightColours.tsx'
import { mergeLines, placeBar } from './readerPlacement.ts'
import css from './ReaderSelectionBar.module.css'
import type { ReaderMarking } from './useReaderMarking.ts'

/** Shows the bar at selected words: four colours and a comment; or why they cannot be highlighted. */
export function ReaderSelectionBar({ marking }: { marking: ReaderMarking }) {
  const { selected, refused, page, create } = marking
  if (refused) {
    const count = page?.count ?? 0
    return (
      <Bar range={refused.range} role="status">
        <IconSparkles className={`i ${css.warn}`} />
        <span className="num">
          <b>{highlightTexts.planUsed(count, count)}</b> {highlightTexts.planLine}
        </span>
        <Link className={`row ${css.upgrade}`} to={upgradePath}>
          {highlightTexts.upgrade}
        </Link>
      </Bar>
    )
  }
  if (!selected) return null
  const { length } = selected.anchor.quote.exact
  if (length > limits.highlightText)
    return (
      <Bar range={selected.range} role="status">
        <IconAlertTriangle className={`i ${css.warn}`} />
        <span className="num">{texts.tooLong(length, limits.highlightText)}</span>
      </Bar>
    )
  return (
    <Bar range={selected.range} role="toolbar">
      <HighlightColours className={css.colours} onPick={create} />
      <span className={css.separator} />
      <IconButton
        icon={IconMessagePlus}
        label={texts.comment}
        className={css.button}
        aria-keyshortcuts="c"
        onClick={() => create()}
      />
    </Bar>
  )
}

/** A bar at words; in a narrow window at the bottom. It takes no focus, so that the words stay selected. */
function Bar({ range, role, children }: { range: Range; role: 'toolbar' | 'status'; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const isAtBottom = useMedia('(max-width: 819.98px)')
  useLayoutEffect(() => {
    const element = bar.current
    if (!element || isAtBottom) return
    const place = () => {
      const lines = mergeLines([...range.getClientRects()])
      const { offsetWidth: width, offsetHeight: height } = element
      const area = { left: 0, top: 56, right: innerWidth, bottom: innerHeight - 56 }
      const { left, top } = placeBar(lines, { width, height }, area)
      element.style.left = `${left}px`
      element.style.top = `${top}px`
    }
    place()
    document.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      document.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [range, isAtBottom])
  return createPortal(
    // A press on a button would end the selection.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={bar}
      className={`row g10 f13 ${css.bar}`}
      role={role}
      aria-label={role === 'toolbar' ? texts.bar : undefined}
      data-selection-bar
      onMouseDown={event => event.preventDefault()}
    >
      {children}
    </div>,
    document.body,
  )
}
