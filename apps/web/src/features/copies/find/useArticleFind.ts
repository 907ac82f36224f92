import { scrollToLine } from './scrollToLine.ts'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useStableCallback } from '../../../lib/useStableCallback.ts'
import { type ArticleText, findNode, toRange } from '../articleText.ts'
import { findInArticle, foldArticle, type Match } from './findInArticle.ts'

/** The search in an article. */
export interface ArticleFind {
  isOpen: boolean
  /** Grows whenever the user asks for the field. */
  focusRequest: number
  query: string
  /** The number of the current match, from 1; 0 without one. */
  current: number
  total: number
  open: () => void
  close: () => void
  setQuery: (query: string) => void
  step: (isBackward: boolean) => void
}

/**
 * Finds words in an article, marks them and scrolls to the current match.
 * @param words what is found when the article opens; '' for nothing
 * @param getStart returns the position from which a new query is found first
 */
export function useArticleFind(
  text: ArticleText | null,
  scroller: HTMLElement | null,
  words: string,
  getStart: () => number,
): ArticleFind {
  const [isOpen, setOpen] = useState(words !== '')
  const [focusRequest, setFocusRequest] = useState(0)
  const [query, setQuery] = useState(words)
  const [index, setIndex] = useState(0)
  const searched = useMemo(() => (text && isOpen ? foldArticle(text) : null), [text, isOpen])
  const deferred = useDeferredValue(query)
  const matches = useMemo(() => (searched ? findInArticle(searched, deferred) : []), [searched, deferred])

  const showMatch = useStableCallback((next: number) => {
    setIndex(next)
    const match = matches[next]
    if (match && text && scroller) scrollTo(text, scroller, match)
  })
  // Before the article is painted, when it opens at words.
  useLayoutEffect(() => {
    const start = getStart()
    showMatch(
      Math.max(
        0,
        matches.findIndex(match => match.start >= start),
      ),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new query begins at the line that is read then
  }, [matches])
  useEffect(() => {
    if (!text || !isOpen) return
    const ranges = matches.map(match => toStaticRange(text, match)).filter(range => range !== null)
    paintMatches(ranges, ranges[index] ?? null)
    return clearMatches
  }, [text, isOpen, matches, index])
  return {
    isOpen,
    focusRequest,
    query,
    current: matches.length === 0 ? 0 : Math.min(index, matches.length - 1) + 1,
    total: matches.length,
    open: () => {
      setOpen(true)
      setFocusRequest(now => now + 1)
    },
    close: () => setOpen(false),
    setQuery,
    step: isBackward => {
      const { length } = matches
      if (length > 0) showMatch((index + (isBackward ? -1 : 1) + length) % length)
    },
  }
}

/** Returns a range that costs nothing while the page changes. */
function toStaticRange(text: ArticleText, { start, end }: Match): StaticRange | null {
  const range = toRange(text, start, end)
  return range && new StaticRange(range)
}

/** Scrolls to a match that is not in the middle part of the window, and opens what hides it. */
function scrollTo(text: ArticleText, scroller: HTMLElement, { start, end }: Match): void {
  for (
    let hidden = text.nodes[findNode(text, start)]?.parentElement?.closest('details:not([open])');
    hidden;
    hidden = hidden.parentElement?.closest('details:not([open])')
  )
    hidden.setAttribute('open', '')
  const box = toRange(text, start, end)?.getBoundingClientRect()
  if (box) scrollToLine(scroller, box)
}

const names = { all: 'reader-matches', current: 'reader-match' } as const

/** Marks ranges of the page, and one of them more. The elements stay as they are. Older browsers mark nothing. */
function paintMatches(ranges: readonly AbstractRange[], current: AbstractRange | null): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.set(names.all, new Highlight(...ranges))
  if (!current) return void CSS.highlights.delete(names.current)
  const highlight = new Highlight(current)
  highlight.priority = 1
  CSS.highlights.set(names.current, highlight)
}

/** Removes the marks. */
function clearMatches(): void {
  if (!('highlights' in CSS)) return
  for (const name of Object.values(names)) CSS.highlights.delete(name)
}
