import { useEffect, useRef, useState } from 'react'
import type { ArticleText } from '../articleText.ts'
import { listParagraphs } from './listParagraphs.ts'
import { createSpeaker, type Speaker } from './speakParagraphs.ts'
import { useHasVoices } from './voices.ts'

/** Reading aloud, with the voices of the browser. */
export interface ReadAloud {
  /** False where the browser has no voices. */
  isAvailable: boolean
  state: 'off' | 'reading' | 'paused'
  /** Reads from the visible paragraph on, pauses, or resumes. */
  toggle: () => void
  stop: () => void
}

/**
 * Reads an article aloud and marks the paragraph that is read.
 * @param getStart returns the position of the line that is read
 */
export function useReadAloud(
  text: ArticleText | null,
  scroller: HTMLElement | null,
  lang: string,
  getStart: () => number,
): ReadAloud {
  const hasVoices = useHasVoices()
  const [state, setState] = useState<ReadAloud['state']>('off')
  const speaker = useRef<Speaker>(undefined)
  const stop = () => {
    speaker.current?.pause()
    speaker.current = undefined
    if (text) markParagraph(text, undefined)
    setState('off')
  }
  const start = (article: ArticleText) => {
    const paragraphs = listParagraphs(article, lang)
    const position = getStart()
    const first = Math.max(
      0,
      paragraphs.findIndex(each => each.end > position),
    )
    const show = (index: number) => {
      const element = paragraphs[index]?.element
      markParagraph(article, element)
      if (scroller && element && index > first) followTo(scroller, paragraphs[index - 1]?.element, element)
    }
    speaker.current = createSpeaker(paragraphs, first, lang, show, stop)
  }
  const toggle = () => {
    if (!text || !hasVoices) return
    if (state === 'reading') {
      speaker.current?.pause()
      return setState('paused')
    }
    if (state === 'off') start(text)
    setState('reading')
    speaker.current?.play()
  }
  // Another version has other paragraphs.
  useEffect(() => {
    if (!text) return
    return () => {
      speaker.current?.pause()
      speaker.current = undefined
      setState('off')
    }
  }, [text])
  return { isAvailable: hasVoices, state, toggle, stop }
}

/** Marks a paragraph instead of the one before. */
function markParagraph({ body }: ArticleText, element: HTMLElement | undefined): void {
  for (const marked of body.querySelectorAll('[data-aloud]')) marked.removeAttribute('data-aloud')
  element?.setAttribute('data-aloud', '')
}

/** Scrolls to a paragraph if the reader still sees the one before. */
function followTo(scroller: HTMLElement, before: HTMLElement | undefined, element: HTMLElement): void {
  const { top, bottom } = scroller.getBoundingClientRect()
  const last = before?.getBoundingClientRect()
  const next = element.getBoundingClientRect()
  const isFollowed = last !== undefined && last.bottom > top && last.top < bottom
  if (isFollowed && next.bottom > bottom) scroller.scrollTop += next.top - top - (bottom - top) / 4
}
