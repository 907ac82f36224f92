import type { PageCopies } from '@nestmark/contract/reading/copies'
import type { Link } from '@nestmark/contract/shapes'
import { useLayoutEffect, useMemo, useRef, useState, useEffect, useEffectEvent } from 'react'
import { useLocation } from '../../../lib/router/location.ts'
import { type ArticleText, readArticleText } from '../articleText.ts'
import { type ReaderState, readSearchedWords } from './readerState.ts'
import { toMinutes } from '../readingTime.ts'
import type { Section } from './sections.ts'
import { type Article, useArticle } from '../useArticle.ts'
import { useArticleFind } from '../find/useArticleFind.ts'
import { useLineAnchor } from './useLineAnchor.ts'
import { useAdjacentLinks } from '../useAdjacentLinks.ts'
import { useReadAloud } from '../aloud/useReadAloud.ts'
import { usePlaceNotice, useSavePlace, useStoredPlace } from '../useReadingPlace.ts'

const none: readonly Section[] = []

/** Reads the article of a version, opens it where the user stopped, and stores their position. */
export function useReader({
  link,
  version,
  scroller,
}: {
  link: Link
  version: PageCopies['versions'][number] | undefined
  scroller: HTMLElement | null
}) {
  const state = (useLocation().state ?? {}) as ReaderState
  const words = readSearchedWords(state)
  const answer = useArticle(link._id, version)
  const place = useStoredPlace(link._id)
  // Shown together, so that the text does not jump to the place.
  const article = place === undefined ? undefined : answer.data
  const [body, setBody] = useState<HTMLElement | null>(null)
  const text = useArticleText(body, article)
  const sections = article?.sections ?? none
  const { fraction, section } = useReading(scroller, sections)

  const anchor = useLineAnchor(scroller, text)
  const settle = useSavePlace(link._id, version?.number, scroller, anchor)
  const readLine = () => {
    // A scroll may not have been measured yet: that happens once in a frame.
    anchor.measure()
    return anchor.read()
  }
  const find = useArticleFind(text, scroller, words, readLine)
  const [wasHere, showNotice] = usePlaceNotice()
  const isOpened = useRef(false)
  useLayoutEffect(() => {
    if (!text || !scroller || isOpened.current) return
    isOpened.current = true
    if (find.total > 0) {
      // The words that were searched have been scrolled to.
      anchor.measure()
      return settle()
    }
    // They are in the title, or a tag.
    find.close()
    if (!place || place.offset === 0) return
    anchor.scrollTo(place.offset)
    settle()
    if (scroller.scrollTop > 0) showNotice()
  })
  const minutes = version ? toMinutes(version.words) : 0
  return {
    article,
    error: answer.error,
    retry: () => void answer.refetch(),
    setBody,
    /** The element with the text, once the text is in it. */
    body: text ? body : null,
    sections,
    reading: {
      fraction,
      section,
      percent: Math.round(fraction * 100),
      minutesLeft: Math.ceil(minutes * (1 - fraction)),
    },
    find,
    aloud: useReadAloud(text, scroller, version?.lang ?? '', anchor.read),
    adjacent: useAdjacentLinks(link, state),
    wasHere,
  }
}

/** Puts an article into an element before it is painted, and returns its text; null without one. */
function useArticleText(body: HTMLElement | null, article: Article | undefined): ArticleText | null {
  // A copy: Preact may render the same article twice.
  const nodes = useMemo(() => (article ? [...article.content.cloneNode(true).childNodes] : []), [article])
  useLayoutEffect(() => body?.replaceChildren(...nodes), [body, nodes])
  return useMemo(() => (body && nodes.length > 0 ? { body, ...readArticleText(nodes) } : null), [body, nodes])
}

/** Returns how far an element is scrolled, from 0 to 1, and the index of the section that is read (-1: the opening). */
function useReading(scroller: HTMLElement | null, sections: readonly Section[]) {
  const [reading, setReading] = useState({ fraction: 0, section: -1 })
  const measure = useEffectEvent((element: HTMLElement) => {
    const room = element.scrollHeight - element.clientHeight
    const fraction = room <= 0 ? 1 : Math.min(1, element.scrollTop / room)
    const line = element.getBoundingClientRect().top + 120
    const section = sections.findLastIndex(({ id }) => {
      const top = document.getElementById(id)?.getBoundingClientRect().top
      return top !== undefined && top <= line
    })
    setReading({ fraction, section })
  })
  useEffect(() => {
    if (!scroller) return
    let frame = 0
    const schedule = () => {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        measure(scroller)
      })
    }
    scroller.addEventListener('scroll', schedule, { passive: true })
    // It reports immediately, and when the content has another height.
    const observer = new ResizeObserver(schedule)
    observer.observe(scroller)
    for (const child of scroller.children) observer.observe(child)
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', schedule)
      observer.disconnect()
    }
  }, [scroller])
  return reading
}
