import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useMedia } from '../../../lib/media/media.ts'
import { useStableCallback } from '../../../lib/useStableCallback.ts'
import { useToken } from '../../../lib/browser/token.ts'
import type { PdfHighlights } from '../../files/pdf/pdfHighlights.ts'
import { usePdfHighlighters } from './pdfHighlighters.ts'
import { orderByPage } from '../reader/readerOrder.ts'
import { scrollToLine } from '../../copies/find/scrollToLine.ts'
import { useHighlightClicks } from '../reader/useHighlightClicks.ts'
import { useOpenedHighlight } from '../reader/useOpenedHighlight.ts'
import { useReaderMarking } from '../reader/useReaderMarking.ts'
import { useReaderMarkingKeys } from '../reader/useReaderMarkingKeys.ts'
import { useReportFound } from '../useReportFound.ts'

/** Reads and paints the highlights of a PDF, and handles clicks and keys on them. */
export function usePdfHighlights({
  link,
  textLayers,
  page: pageNumber,
  goToPage,
  scroller,
}: Omit<ComponentProps<PdfHighlights>, 'children'>) {
  const signedIn = useToken() !== null
  const isWide = useMedia('(min-width: 1200px)')
  const [isOpen, setIsOpen] = useState(false)
  const [sheet, setSheet] = useState<'all' | 'current' | null>(null)
  const marking = useReaderMarking(link, {
    isEnabled: signedIn && textLayers.size > 0,
    readAnchor: async ({ startContainer, endContainer }) =>
      (await (pages.of(startContainer) ?? pages.of(endContainer))?.readSelection()) ?? null,
    onComment: () => (isWide ? setIsOpen(true) : setSheet('current')),
  })
  const { current, highlights, setCurrent } = marking
  const pages = usePdfHighlighters(textLayers, highlights)
  const ordered = orderByPage(highlights, pages.results)
  useReportFound(highlights, pages.results, true)
  const { placed } = ordered
  const ids = placed.map(({ _id: id }) => id)
  const pageOf = (id: string) => placed.find(each => each._id === id)?.anchor?.pdf?.page ?? pageNumber

  /** The highlight to scroll to once its page is drawn. */
  const wanted = useRef<string>(null)
  const scrollToWanted = useStableCallback(() => {
    const [rect] = wanted.current === null ? [] : pages.listRects(wanted.current)
    if (!rect || !scroller) return
    wanted.current = null
    scrollToLine(scroller, rect)
  })
  useEffect(scrollToWanted)
  const reveal = (id: string) => {
    wanted.current = id
    scrollToWanted()
    if (wanted.current !== null) goToPage(pageOf(id))
  }
  const show = (id: string) => {
    setCurrent(id)
    if (isWide) setIsOpen(true)
    else setSheet('current')
  }
  useReaderMarkingKeys(marking, {
    ids,
    findNext: () => {
      const index = ids.findIndex(id => pageOf(id) >= pageNumber)
      return index < 0 ? ids.length : index
    },
    reveal,
    open: () => current && show(current._id),
  })
  // Before its first words are there, the viewer goes to no page.
  useOpenedHighlight(textLayers.size > 0 ? ids : [], id => {
    setCurrent(id)
    setIsOpen(true)
    reveal(id)
  })
  useHighlightClicks(scroller, pages.findAt, id => (id === null ? setCurrent(null) : show(id)))
  return {
    marking,
    ordered,
    signedIn,
    isWide,
    isOpen: isWide && isOpen,
    setIsOpen,
    sheet: isWide ? null : sheet,
    setSheet,
    pick: (id: string) => {
      setCurrent(id)
      setSheet(null)
      reveal(id)
    },
  }
}
