import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { useLayoutEffect, useRef, useState } from 'react'
import { createStore, useStoreSelector } from '../../lib/store.ts'
import { classes } from '../../ui/classes.ts'
import { Marks } from '../../ui/marks/Marks.tsx'
import css from './list/HighlightRow.module.css'

/** The texts that are shown in full. They stay so when their rows are rendered again. */
const shownInFull = createStore<ReadonlySet<string>>(new Set())

/** A shorter text without line breaks has at most eight lines on every screen. */
const alwaysShort = 160

/**
 * Shows the text of a highlight in its colour; without it, where the words are not on the page. More than eight lines are
 * folded.
 */
export function HighlightText({ text, isMissing }: { text: string; isMissing: boolean }) {
  const quote = useRef<HTMLQuoteElement>(null)
  const isFull = useStoreSelector(shownInFull, all => all.has(text))
  const [isCut, setIsCut] = useState(false)
  const mayBeLong = text.length > alwaysShort || text.includes('\n')
  useLayoutEffect(() => {
    const element = quote.current
    if (!element || !mayBeLong || isFull) return
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [mayBeLong, isFull])
  const toggle = () =>
    shownInFull.set(now => new Set(isFull ? [...now].filter(each => each !== text) : [...now, text]))
  return (
    <>
      <blockquote
        ref={quote}
        className={classes('t1 anywhere', css.quote, mayBeLong && !isFull && `clamp ${css.folded}`)}
        dir="auto"
      >
        <span className={isMissing ? 't2' : css.text}>
          <Marks text={text} />
        </span>
      </blockquote>
      {(isCut || isFull) && (
        <button
          type="button"
          className={`acc w540 rel tap ${css.more}`}
          aria-expanded={isFull}
          onClick={toggle}
        >
          {isFull ? texts.less : texts.more}
        </button>
      )}
    </>
  )
}
