import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { type RefObject, useEffect, useState } from 'react'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons.ts'
import css from './Strip.module.css'

/** The part of a strip that one press scrolls. */
const pressedPart = 0.8

const buttons = [
  { side: 'before', step: -1, icon: IconChevronLeft, label: texts.scrollBack },
  { side: 'after', step: 1, icon: IconChevronRight, label: texts.scrollOn },
] as const

/** Buttons that scroll a strip of cards sideways, for a mouse without a horizontal wheel. Each is there while it can scroll. */
export function StripButtons({ strip }: { strip: RefObject<HTMLElement | null> }) {
  const [room, setRoom] = useState({ before: false, after: false })
  // Cards are added while it scrolls, and its width changes with the window and the sidebar.
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const update = () => {
      const { scrollWidth, clientWidth } = element
      const scrolled = Math.abs(element.scrollLeft)
      const [before, after] = [scrolled > 1, scrolled + clientWidth < scrollWidth - 1]
      setRoom(now => (now.before === before && now.after === after ? now : { before, after }))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    const changes = new MutationObserver(update)
    changes.observe(element, { childList: true })
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      changes.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [strip])
  const scroll = (step: 1 | -1) => {
    const element = strip.current
    if (!element) return
    const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollBy({
      left: step * sign * element.clientWidth * pressedPart,
      behavior: isStill ? 'auto' : 'smooth',
    })
  }
  return buttons.map(
    ({ side, step, ...button }) =>
      room[side] && (
        <IconButton
          {...button}
          key={side}
          // The cards are reached by Tab, which scrolls them into view.
          tabIndex={-1}
          className={classes(css.stripButton, css[side])}
          onClick={() => scroll(step)}
        />
      ),
  )
}
