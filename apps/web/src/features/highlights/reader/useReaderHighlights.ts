import type { Link } from '@nestmark/contract/shapes'
import { useState } from 'react'
import { useMedia } from '../../../lib/media/media.ts'
import { useStoredSettings } from '../../../lib/browser/useStoredSettings.ts'
import { useToken } from '../../../lib/browser/token.ts'
import type { Section } from '../../copies/reader/sections.ts'
import { orderHighlights } from './readerOrder.ts'
import { scrollToLine } from '../../copies/find/scrollToLine.ts'
import { useHighlightBoxes } from './useHighlightBoxes.ts'
import { useHighlightClicks } from './useHighlightClicks.ts'
import { useOpenedHighlight } from './useOpenedHighlight.ts'
import { useTextHighlights } from './usePageHighlighter.ts'
import { useReaderMarking } from './useReaderMarking.ts'
import { useReaderMarkingKeys } from './useReaderMarkingKeys.ts'
import { useReportFound } from '../useReportFound.ts'

/** How highlights are shown on this device. */
const standard = { isMarginOpen: true }

/** Half of the height of a line beside the text, in pixels. */
const halfLine = 11

/** Returns what shows the highlights: the column beside the text, or a sheet over a narrow window. */
function useHighlightPanels() {
  const isWide = useMedia('(min-width: 1200px)')
  const [{ isMarginOpen }, change] = useStoredSettings('highlights', standard)
  const [sheet, setSheet] = useState<'all' | 'current' | null>(null)
  return {
    isWide,
    isMarginOpen,
    setMargin: (isOpen: boolean) => change({ isMarginOpen: isOpen }),
    sheet: isWide ? null : sheet,
    setSheet,
  }
}

/** Reads, paints and places the highlights of an article, and handles clicks and keys on them. */
export function useReaderHighlights(
  link: Link,
  body: HTMLElement | null,
  scroller: HTMLElement | null,
  sections: readonly Section[],
  isNewest: boolean,
) {
  const signedIn = useToken() !== null
  const panels = useHighlightPanels()
  const { isWide, setMargin, setSheet } = panels
  const marking = useReaderMarking(link, {
    isEnabled: signedIn && body !== null,
    readAnchor: async ({ startContainer, endContainer }) => {
      const isInText = body?.contains(startContainer) === true || body?.contains(endContainer) === true
      return isInText ? text.readAnchor() : null
    },
    onComment: () => (isWide ? setMargin(true) : setSheet('current')),
  })
  const { current, highlights, setCurrent } = marking
  const text = useTextHighlights(body, highlights)
  const { findAt, listRects } = text
  useReportFound(highlights, text.results, isNewest)
  const ordered = orderHighlights(highlights, text.results)
  const ids = ordered.placed.map(({ _id: id }) => id)
  const sectionIds = sections.map(({ id }) => id)
  const { lines, sectionTops } = useHighlightBoxes(text, ordered.placed, body, sectionIds)
  const tops = new Map(
    [...lines].flatMap(([id, [first]]) =>
      first ? [[id, (first.top + first.bottom) / 2 - halfLine] as const] : [],
    ),
  )
  const reveal = (id: string) => {
    const [rect] = listRects(id)
    if (rect && scroller) scrollToLine(scroller, rect)
  }
  const show = (id: string) => {
    if (isWide) setMargin(true)
    setCurrent(id)
    reveal(id)
  }
  useReaderMarkingKeys(marking, {
    ids,
    reveal,
    findNext: () => {
      const line = scroller?.getBoundingClientRect().top ?? 0
      const index = ids.findIndex(id => (listRects(id)[0]?.top ?? -Infinity) >= line)
      return index < 0 ? ids.length : index
    },
    open: () => {
      if (!current) return
      if (!isWide) return setSheet('current')
      setMargin(true)
      focusItem(current._id)
    },
  })
  useOpenedHighlight(ids, show)
  useHighlightClicks(body, findAt, id => {
    setCurrent(id)
    if (id !== null && !isWide) setSheet('current')
  })
  return { marking, panels, ordered, ids, lines, tops, sectionTops, show, signedIn }
}

/** Focuses the card of a highlight beside the text, once it is shown. */
const focusItem = (id: string) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] button`)?.focus(),
  )
