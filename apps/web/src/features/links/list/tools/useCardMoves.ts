import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { onDensityChange } from '../layout/density.ts'

/** With this many cards in view or more, moving them would be slow (design/look.md, m2). */
const maxMoved = 60
const duration = 180

/**
 * Moves the visible cards of a grid or mosaic from their previous positions to the new ones when the density changes.
 * @param ref another ref of the list
 * @returns the ref of the list, which also sets the other one
 */
export function useCardMoves(ref: (element: HTMLDivElement) => () => void) {
  const list = useRef<HTMLDivElement>(null)
  const previous = useRef<Map<string, DOMRect>>(undefined)
  // The store notifies before the page renders, so the cards are still at their previous positions.
  useEffect(
    () =>
      onDensityChange(() => {
        previous.current = list.current ? readVisiblePlaces(list.current) : undefined
      }),
    [],
  )
  useLayoutEffect(() => {
    const places = previous.current
    previous.current = undefined
    if (!places || !list.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const cards = listCards(list.current).filter(card => isInView(card.getBoundingClientRect()))
    if (Math.max(places.size, cards.length) >= maxMoved) return
    for (const card of cards) moveFrom(card, places.get(card.dataset.place ?? ''))
  })
  return useCallback(
    (element: HTMLDivElement) => {
      list.current = element
      const detach = ref(element)
      return () => {
        list.current = null
        detach()
      }
    },
    [ref],
  )
}

const listCards = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('article[data-place]')]
const isInView = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight

function readVisiblePlaces(list: HTMLElement): Map<string, DOMRect> {
  const places = listCards(list).map(
    card => [card.dataset.place ?? '', card.getBoundingClientRect()] as const,
  )
  return new Map(places.filter(([, box]) => isInView(box)))
}

/** @param previous the previous position of the card; a card that was not in view fades in */
function moveFrom(card: HTMLElement, previous: DOMRect | undefined): void {
  const box = card.getBoundingClientRect()
  const start: Keyframe = previous
    ? {
        transformOrigin: '0 0',
        transform: `translate(${previous.x - box.x}px, ${previous.y - box.y}px) scale(${previous.width / box.width})`,
      }
    : { opacity: 0 }
  const end: Keyframe = previous ? { transformOrigin: '0 0', transform: 'none' } : { opacity: 1 }
  card.animate([start, end], { duration, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' })
}
