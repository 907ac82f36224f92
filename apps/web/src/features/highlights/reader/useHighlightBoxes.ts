import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { useEffect, useState } from 'react'
import { useStableCallback } from '../../../lib/useStableCallback.ts'
import { type Box, mergeLines } from './readerPlacement.ts'
import type { TextHighlights } from './usePageHighlighter.ts'

/** Where highlights are in an element, in CSS pixels. */
export interface HighlightBoxes {
  /** The lines of each highlight. */
  lines: ReadonlyMap<string, readonly Box[]>
  /** The tops of the headings of the sections. */
  sectionTops: readonly number[]
}

const nothing: HighlightBoxes = { lines: new Map(), sectionTops: [] }

/**
 * Measures where highlights are, and again when the text has another size.
 * @param body the element with the text. Boxes are relative to the element around it
 */
export function useHighlightBoxes(
  { results, listRects }: Pick<TextHighlights, 'results' | 'listRects'>,
  placed: readonly Highlight[],
  body: HTMLElement | null,
  sectionIds: readonly string[],
): HighlightBoxes {
  const [boxes, setBoxes] = useState(nothing)
  const measure = useStableCallback(() => {
    // The column beside the text begins at the top of the article too.
    const origin = body?.parentElement
    if (!origin) return
    const { left, top } = origin.getBoundingClientRect()
    const toBox = (rect: DOMRect): Box => ({
      left: rect.left - left,
      top: rect.top - top,
      right: rect.right - left,
      bottom: rect.bottom - top,
    })
    const lines = new Map(placed.map(({ _id: id }) => [id, mergeLines(listRects(id).map(toBox))] as const))
    const sectionTops = sectionIds.map(id => {
      const heading = document.getElementById(id)
      return heading ? heading.getBoundingClientRect().top - top : Infinity
    })
    setBoxes({ lines, sectionTops })
  })
  useEffect(() => {
    if (!body) return
    // It reports at once, and when the text has another size.
    const observer = new ResizeObserver(measure)
    observer.observe(body)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with other results they are elsewhere
  }, [body, measure, results])
  return boxes
}
