import type { Link } from '@nestmark/contract/shapes'
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useViewRange } from '../../../lib/visibleRows.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { keyRows } from '../../../ui/keyRows.ts'
import { useListTop } from '../../../ui/useListTop.ts'
import css from './LinkList.module.css'
import { findByTop, findAdjacent, layOutMosaic, type MosaicLayout } from './mosaicLayout.ts'
import { computeHeights, type MosaicSizes, toRatio, updateSizes } from './mosaicSizes.ts'

export type Direction = Parameters<typeof findAdjacent>[3]

export interface MosaicHandle {
  /** Scrolls a card into view. */
  reveal(index: number): void
  findAdjacent(index: number, direction: Direction): number | undefined
}

const noSizes: MosaicSizes = { ratios: new Float32Array(0), texts: new Uint8Array(0) }
const rowGap = 20
/** The rounding of the visible range, so that a small scroll causes no render. */
const scrollStep = 120
/** Pixels that the header and the bars at the bottom cover. */
const covered = { top: 132, bottom: 90 }

/**
 * Shows links as cards with pictures at their own ratio, in columns of equal width. Sizes come with the links, so a box
 * is final before its picture is. Only visible cards are read and rendered; those that were never visible have an
 * estimated size.
 */
export function LinkMosaic({
  handle,
  count,
  at,
  layout: { columns, cardWidth, gap },
  renderCard,
  onVisibleRange,
}: {
  handle: Ref<MosaicHandle>
  count: number
  at: (index: number) => Link | undefined
  layout: { columns: number; cardWidth: number; gap: number }
  renderCard: (index: number) => ReactNode
  onVisibleRange: (first: number, last: number) => void
}) {
  const { box, top } = useListTop()
  const view = useViewRange(scrollStep, null)
  const [sizeStore] = useState(() => createStore(noSizes))
  const sizes = useStore(sizeStore)
  const heights = useMemo(() => computeHeights(sizes, count, cardWidth), [sizes, count, cardWidth])
  const layout = useMemo(() => layOutMosaic(heights, columns, rowGap), [heights, columns])
  const overscan = view.bottom - view.top
  const tallest = (cardWidth * 16) / 9 + 100
  const first = Math.min(Math.max(0, count - 1), findByTop(layout, view.top - top - overscan / 2 - tallest))
  const last = Math.min(count, findByTop(layout, view.bottom - top + overscan / 2)) - 1

  useLayoutEffect(() => {
    sizeStore.set(now => updateSizes(now, [first, last], at, { count, cardWidth }))
  }, [sizeStore, first, last, at, count, cardWidth])
  useKeepPosition(layout, view.top - top)
  useEffect(() => {
    if (last >= first) onVisibleRange(first, last)
  }, [first, last, onVisibleRange])
  useImperativeHandle(handle, () => ({
    reveal: index => {
      const [from, height] = [top + (layout.top[index] ?? 0), heights[index] ?? 0]
      if (from < window.scrollY + covered.top) window.scrollTo({ top: from - covered.top })
      else if (from + height > window.scrollY + window.innerHeight - covered.bottom)
        window.scrollTo({
          // The beginning of a card that is higher than the window is more important than its end.
          top: Math.min(from - covered.top, from + height - window.innerHeight + covered.bottom),
        })
    },
    findAdjacent: (index, direction) => findAdjacent(layout, heights, index, direction),
  }))
  return (
    <div ref={box} style={{ position: 'relative', height: layout.height }}>
      {keyRows(first, last, index => at(index)?._id).map(({ index, key }) => {
        const link = at(index)
        return (
          <div
            key={key}
            className={css.mosaicCard}
            style={
              {
                insetInlineStart: (layout.column[index] ?? 0) * (cardWidth + gap),
                width: cardWidth,
                height: heights[index],
                transform: `translateY(${layout.top[index] ?? 0}px)`,
                '--thumb-ratio': link && toRatio(link),
              } as CSSProperties
            }
          >
            {renderCard(index)}
          </div>
        )
      })}
    </div>
  )
}

/** Holds the position of the first visible card while cards above it receive their size. */
function useKeepPosition(layout: MosaicLayout, offset: number): void {
  const anchor = useRef<{ columns: number; index: number; top: number }>(undefined)
  useLayoutEffect(() => {
    const previous = anchor.current
    if (previous && previous.columns === layout.columns && previous.index < layout.top.length) {
      const moved = (layout.top[previous.index] ?? 0) - previous.top
      if (moved !== 0) window.scrollBy(0, moved)
    }
  }, [layout])
  useLayoutEffect(() => {
    const index = findByTop(layout, offset)
    anchor.current = { columns: layout.columns, index, top: layout.top[index] ?? 0 }
  }, [layout, offset])
}
