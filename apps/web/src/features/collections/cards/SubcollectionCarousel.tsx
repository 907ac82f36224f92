import { type UIEvent, useEffect, useState, type RefObject } from 'react'
import type { Collection } from '@nestmark/contract/shapes'
import { listLoaded, type Pages } from '../../../lib/api/pages.ts'
import { usePhone } from '../../../lib/media/media.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import css from './Cards.module.css'
import { CollectionSkeleton } from './CollectionSkeleton.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import { type FolderSort, ManualOrderContext, useManualOrder } from '../manualOrder.ts'
import { NewCollectionCard } from './NewCollectionCard.tsx'
import stripCss from './Strip.module.css'
import { useIndexOf } from '../useSharedTree.ts'
import { useAdjacentFocus } from '../tree/useAdjacentFocus.ts'
import { useShowCreated } from '../tree/useShowCreated.ts'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons.ts'

/**
 * Shows subcollections in a strip that scrolls sideways and loads more at its end: on the phone compact cards, in a wide
 * window detailed ones with buttons that scroll.
 */
export function SubcollectionCarousel({
  pages,
  sort,
  parent,
  canAdd,
  selection,
}: {
  pages: Pages<Collection>
  sort: FolderSort
  parent: string
  /** Its last card creates a collection. */
  canAdd: boolean
  selection?: Selection<Collection> | undefined
}) {
  const phone = usePhone()
  const indexOf = useIndexOf()
  const adjacentFocus = useAdjacentFocus()
  const manualOrder = useManualOrder(pages, sort)
  const { shown, onScroll } = useCarousel(pages)
  const carousel = useShowCreated(shown)
  if (pages.total === undefined) return <CollectionSkeleton carousel={phone} detailed={!phone} />
  return (
    <ManualOrderContext value={manualOrder}>
      <div className="rel">
        <div
          ref={carousel}
          className={phone ? css.carousel : `flex g16 ${stripCss.strip}`}
          onScroll={onScroll}
          {...adjacentFocus}
        >
          {shown.map(collection => (
            <CollectionCard
              key={collection._id}
              collection={collection}
              detailed={!phone}
              showsUpdate={sort === 'date'}
              index={indexOf(collection)}
              {...(selection && { selection })}
            />
          ))}
          {canAdd && <NewCollectionCard parent={parent} detailed={!phone} />}
        </div>
        {!phone && <StripButtons strip={carousel} />}
      </div>
    </ManualOrderContext>
  )
}

const step = 10

/** Returns the items of a carousel: a few at first, more when the user scrolls near its end. */
function useCarousel<T>(pages: Pages<T>) {
  const [limit, setLimit] = useState(step)
  const { show, total = 0 } = pages
  const shownCount = Math.min(total, limit)
  useEffect(() => {
    if (shownCount > 0) show(0, shownCount - 1)
  }, [shownCount, show])
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const { scrollLeft, scrollWidth, clientWidth } = event.currentTarget
    if (scrollWidth - Math.abs(scrollLeft) - clientWidth < clientWidth && limit < total)
      setLimit(current => current + step)
  }
  return { shown: listLoaded(pages, shownCount), onScroll }
}

/** The part of a strip that one press scrolls. */
const pressedPart = 0.8

const buttons = [
  { side: 'before', step: -1, icon: IconChevronLeft, label: texts.scrollBack },
  { side: 'after', step: 1, icon: IconChevronRight, label: texts.scrollOn },
] as const

/** Buttons that scroll a strip of cards sideways, for a mouse without a horizontal wheel. Each is there while it can scroll. */
function StripButtons({ strip }: { strip: RefObject<HTMLElement | null> }) {
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
          className={classes(stripCss.stripButton, stripCss[side])}
          onClick={() => scroll(step)}
        />
      ),
  )
}
