import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Anchor } from '@nestmark/core/anchor/anchor'
import type { AnchorResult } from '@nestmark/core/anchor/findAnchor'
import { createHighlighter, type Highlighter } from '@nestmark/highlighter/highlighter'
import { useEffect, useRef, useState } from 'react'

export type AnchorResults = ReadonlyMap<string, AnchorResult>

const noResults: AnchorResults = new Map()

/** Returns a highlight as the highlighter takes it. Of an imported one only the words are known. */
const toPageHighlight = ({ _id: id, text, anchor, style }: Highlight) => ({
  id,
  style,
  anchor: anchor ?? toAnchor(text),
})

const toAnchor = (text: string): Anchor => ({
  quote: { exact: text, prefix: '', suffix: '' },
  position: { start: 0, end: text.length },
})

/** Creates the highlighter of a part of the page. The rules of its marks are in `HighlightMarks.css`. */
export const createPageHighlighter = (
  root: HTMLElement,
  onResults: (results: AnchorResults) => void,
  pdfPage?: number,
): Highlighter =>
  createHighlighter(document, {
    root,
    rules: '',
    hasDocumentRules: true,
    onResults,
    ...(pdfPage !== undefined && { pdfPage }),
  })

/** The highlights on a text. */
export interface TextHighlights {
  /** Where they are, by their ids. */
  results: AnchorResults
  /** Returns the anchor of the selected words; null where they are not in the text. */
  readAnchor: () => Promise<Anchor | null>
  /** Returns the id of the highlight under a point of the window, in CSS pixels. */
  findAt: (x: number, y: number) => string | null
  /** Returns the rectangles of a highlight in the window; none where it is not painted. */
  listRects: (id: string) => DOMRect[]
}

/** Paints highlights on the text of an element. */
export function useTextHighlights(
  root: HTMLElement | null,
  highlights: readonly Highlight[],
): TextHighlights {
  const highlighter = useRef<Highlighter>(null)
  const [results, setResults] = useState(noResults)
  useEffect(() => {
    if (!root) return
    const created = createPageHighlighter(root, found => setResults(new Map(found)))
    highlighter.current = created
    return () => {
      created.destroy()
      highlighter.current = null
      setResults(noResults)
    }
  }, [root])
  useEffect(() => {
    if (!root) return
    let isLatest = true
    void show(highlighter.current, highlights).then(found => {
      if (found && isLatest) setResults(found)
      return undefined
    })
    return () => {
      isLatest = false
    }
  }, [root, highlights])
  return {
    results,
    readAnchor: async () => (await highlighter.current?.readSelection()) ?? null,
    findAt: (x, y) => highlighter.current?.findAt(x, y) ?? null,
    listRects: id => highlighter.current?.listRects(id) ?? [],
  }
}

/** Paints highlights. Returns where they are; null when the highlighter has ended. Those that are locked have no words. */
export async function show(
  highlighter: Highlighter | null,
  highlights: readonly Highlight[],
): Promise<AnchorResults | null> {
  if (!highlighter) return null
  const open = highlights.filter(({ text }) => text !== '')
  try {
    return new Map(await highlighter.show(open.map(toPageHighlight)))
  } catch {
    return null
  }
}
