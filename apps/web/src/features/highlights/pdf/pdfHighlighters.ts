import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Highlighter } from '@nestmark/highlighter/highlighter'
import { useEffect, useRef, useState } from 'react'
import {
  type AnchorResults,
  createPageHighlighter,
  show,
  type TextHighlights,
} from '../reader/usePageHighlighter.ts'

/** The highlights on the drawn pages of a PDF. */
export interface PdfHighlighters extends Pick<TextHighlights, 'results' | 'findAt' | 'listRects'> {
  /** Returns the highlighter of the page with a node; undefined outside of the words. */
  of: (node: Node) => Highlighter | undefined
}

interface DrawnPage {
  element: HTMLElement
  highlighter: Highlighter
}

/** Paints highlights on the pages of a PDF that are drawn, each by the words of its page. */
export function usePdfHighlighters(
  textLayers: ReadonlyMap<number, HTMLElement>,
  highlights: readonly Highlight[],
): PdfHighlighters {
  const pages = useRef(new Map<number, DrawnPage>())
  const [results, setResults] = useState<AnchorResults>(new Map())
  const isEnded = useRef(false)
  useEffect(() => {
    const add = (found: AnchorResults) => {
      if (!isEnded.current && found.size > 0) setResults(now => new Map([...now, ...found]))
    }
    // Pages that are far away are not drawn any more.
    for (const [page, { element, highlighter }] of pages.current) {
      if (element.isConnected && textLayers.get(page) === element) continue
      highlighter.destroy()
      pages.current.delete(page)
    }
    for (const [page, element] of textLayers) {
      if (!element.isConnected) continue
      const drawn = pages.current.get(page) ?? {
        element,
        highlighter: createPageHighlighter(element, add, page),
      }
      pages.current.set(page, drawn)
      const own = highlights.filter(({ anchor }) => anchor?.pdf?.page === page)
      void show(drawn.highlighter, own).then(found => {
        if (found) add(found)
        return undefined
      })
    }
  }, [textLayers, highlights])
  useEffect(() => {
    const drawn = pages.current
    isEnded.current = false
    return () => {
      isEnded.current = true
      for (const { highlighter } of drawn.values()) highlighter.destroy()
      drawn.clear()
    }
  }, [])
  const list = () => [...pages.current.values()]
  return {
    results,
    of: node => list().find(({ element }) => element.contains(node))?.highlighter,
    findAt: (x, y) => {
      for (const { highlighter } of list()) {
        const id = highlighter.findAt(x, y)
        if (id !== null) return id
      }
      return null
    },
    listRects: id => list().flatMap(({ highlighter }) => highlighter.listRects(id)),
  }
}
