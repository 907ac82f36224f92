import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts } from '@nestmark/texts/reading/highlights'
import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import type { PdfHighlights as PdfHighlightsSlot } from '../../files/pdf/pdfHighlights.ts'
import '../HighlightMarks.css'
import css from './PdfHighlights.module.css'
import { ReaderItem } from '../reader/ReaderItem.tsx'
import { HighlightsHead, type HighlightsProps, LostHighlights } from '../reader/ReaderMargin.tsx'
import { HighlightsTool, SmallEggs } from '../reader/ReaderParts.tsx'
import { ReaderSelectionBar } from '../reader/ReaderSelectionBar.tsx'
import { ReaderSheet } from '../reader/ReaderSheet.tsx'
import { usePdfHighlights } from './usePdfHighlights.ts'
import { useRef, useState } from 'react'
import { useEventListener } from '../../../lib/focus/useEventListener.ts'

const toPlace = ({ anchor }: Highlight) => anchor?.pdf && highlightTexts.page(anchor.pdf.page)

/** Highlights in the PDF viewer: on the pages, in a panel beside them, and below their small pictures. */
export const PdfHighlights: PdfHighlightsSlot = ({ children, ...viewer }) => {
  const { marking, ordered, signedIn, isWide, isOpen, setIsOpen, sheet, setSheet, pick } =
    usePdfHighlights(viewer)
  const { scroller, textLayers, page } = viewer
  const isPicture = usePictureNotice(scroller, textLayers, page, isOpen)
  return (
    <>
      {children({
        tool: signedIn && (
          <HighlightsTool
            isShown={isOpen || sheet !== null}
            onToggle={() => (isWide ? setIsOpen(!isOpen) : setSheet('all'))}
          />
        ),
        overlay: signedIn && isPicture && (
          <p className={`t1 f13 ${css.picture}`} role="status">
            {texts.picture}
          </p>
        ),
        panel: signedIn && isOpen && (
          <Panel {...{ marking, ordered }} onPick={pick} onClose={() => setIsOpen(false)} />
        ),
        renderPage: number => (
          <SmallEggs highlights={ordered.placed.filter(({ anchor }) => anchor?.pdf?.page === number)} />
        ),
      })}
      <ReaderSelectionBar marking={marking} />
      {sheet !== null && (
        <ReaderSheet
          {...{ marking, ordered, toPlace }}
          isWhole={sheet === 'all'}
          onPick={pick}
          onClose={() => setSheet(null)}
        />
      )}
    </>
  )
}

function Panel({
  marking,
  ordered,
  onPick,
  onClose,
}: HighlightsProps & { onPick: (id: string) => void; onClose: () => void }) {
  const count = marking.page?.count ?? 0
  return (
    <aside className={`stack rigid ${css.panel}`} aria-label={texts.title}>
      <HighlightsHead className={css.head} {...{ marking, onClose }} />
      {count === 0 && <p className={`t3 f13 ${css.none}`}>{texts.noneLine}</p>}
      <ul className={`stack ${css.list}`}>
        {ordered.placed.map(highlight => (
          <ReaderItem
            key={highlight._id}
            hasWords
            place={toPlace(highlight)}
            onPick={() => onPick(highlight._id)}
            {...{ highlight, marking }}
          />
        ))}
        <LostHighlights {...{ ordered, marking, toPlace }} />
      </ul>
    </aside>
  )
}

/** A press that moves further is an attempt to select, in pixels. */
const minDrag = 8

/**
 * Returns whether to say that a page has no words to select: when it is the one that is read and the highlights are shown, or
 * when somebody has tried to select on it.
 */
function usePictureNotice(
  scroller: HTMLElement | null,
  textLayers: ReadonlyMap<number, HTMLElement>,
  page: number,
  isListShown: boolean,
): boolean {
  const [tried, setTried] = useState<number | null>(null)
  const isPicture = (number: number) => textLayers.get(number)?.textContent.trim() === ''
  const onTry = ({ target }: Event) => {
    const paper = target instanceof Element ? target.closest('[data-page-number]') : null
    const number = Number(paper?.getAttribute('data-page-number'))
    setTried(isPicture(number) ? number : null)
  }
  const start = useRef<PointerEvent>(undefined)
  useEventListener('pointerdown', event => (start.current = event), scroller)
  const onRelease = ({ pointerType, clientX, clientY }: PointerEvent) => {
    const { current: from } = start
    if (!from || pointerType !== 'mouse') return
    if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > minDrag) onTry(from)
  }
  useEventListener('pointerup', onRelease, scroller)
  useEventListener('dblclick', onTry, scroller)
  // A long press.
  useEventListener('contextmenu', onTry, scroller)
  return isPicture(page) && (isListShown || tried === page)
}
