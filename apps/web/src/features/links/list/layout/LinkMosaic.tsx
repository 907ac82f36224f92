import { computeHeights, type MosaicSizes, toRatio, updateSizes } from './mosaicSizes.ts'
import type { Link } from '@nestmark/contract/shapes'
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { useViewRange } from '../../../../lib/lists/visibleRows.ts'
import { createStore, useStore } from '../../../../lib/store.ts'
import { keyRows } from '../../../../ui/lists/keyRows.ts'
import { useKeepPlace } from '../../../../ui/lists/useKeepPlace.ts'
import { useListTop } from '../../../../ui/lists/useListTop.ts'
import type { LeadingCell } from './cellOrder.ts'
import { findByTop, findAdjacent, placeInMosaic } from './mosaicLayout.ts'

export type Direction = Parameters<typeof findAdjacent>[3]

export interface MosaicHandle {
  /** Scrolls a card into view. */
  reveal(index: number): void
  findAdjacent(index: number, direction: Direction): number | undefined
}

const noSizes: MosaicSizes = { ratios: new Float32Array(0), texts: new Uint8Array(0) }
const rowGap = 20
/** The texts of a leading cell below its picture, in pixels: a line of title, and one of facts. */
const leadingText = 48
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
  leading,
  at,
  layout: { columns, cardWidth, gap },
  renderCard,
  onVisibleRange,
}: {
  handle: Ref<MosaicHandle>
  count: number
  /** The cells before the links. */
  leading: readonly LeadingCell[]
  at: (index: number) => Link | undefined
  layout: { columns: number; cardWidth: number; gap: number }
  renderCard: (index: number) => ReactNode
  onVisibleRange: (first: number, last: number) => void
}) {
  const { box, top } = useListTop()
  const view = useViewRange(scrollStep, null)
  const [sizeStore] = useState(() => createStore(noSizes))
  const sizes = useStore(sizeStore)
  const before = leading.length
  const heights = useMemo(() => {
    const all = new Float32Array(before + count).fill(Math.round(cardWidth / 1.6) + leadingText)
    all.set(computeHeights(sizes, count, cardWidth), before)
    return all
  }, [sizes, before, count, cardWidth])
  const layout = useMemo(() => placeInMosaic(heights, columns, rowGap), [heights, columns])
  const overscan = view.bottom - view.top
  const tallest = (cardWidth * 16) / 9 + 100
  const cells = before + count
  const first = Math.min(Math.max(0, cells - 1), findByTop(layout, view.top - top - overscan / 2 - tallest))
  const last = Math.min(cells, findByTop(layout, view.bottom - top + overscan / 2)) - 1
  const [firstLink, lastLink] = [Math.max(0, first - before), last - before]

  useLayoutEffect(() => {
    sizeStore.set(now => updateSizes(now, [firstLink, lastLink], at, { count, cardWidth }))
  }, [sizeStore, firstLink, lastLink, at, count, cardWidth])
  useKeepPlace(box, {
    name: 'mosaic',
    version: layout,
    topOf: cell => layout.top[Math.min(cell, cells - 1)] ?? 0,
    itemAt: offset => Math.max(0, Math.min(findByTop(layout, offset), cells - 1)),
  })
  useEffect(() => {
    if (lastLink >= firstLink) onVisibleRange(firstLink, lastLink)
  }, [firstLink, lastLink, onVisibleRange])
  useImperativeHandle(handle, () => ({
    reveal: index => {
      const cell = before + index
      const [from, height] = [top + (layout.top[cell] ?? 0), heights[cell] ?? 0]
      if (from < window.scrollY + covered.top) window.scrollTo({ top: from - covered.top })
      else if (from + height > window.scrollY + window.innerHeight - covered.bottom)
        window.scrollTo({
          // The beginning of a card that is higher than the window is more important than its end.
          top: Math.min(from - covered.top, from + height - window.innerHeight + covered.bottom),
        })
    },
    findAdjacent: (index, direction) => {
      const cell = findAdjacent(layout, heights, before + index, direction)
      return cell === undefined || cell < before ? undefined : cell - before
    },
  }))
  return (
    <div ref={box} style={{ overflowAnchor: 'none', position: 'relative', height: layout.height }}>
      {keyRows(first, last, cell => leading[cell]?.key ?? at(cell - before)?._id).map(({ index, key }) => {
        const link = index < before ? undefined : at(index - before)
        return (
          <div
            key={key}
            style={
              {
                position: 'absolute',
                top: 0,
                insetInlineStart: (layout.column[index] ?? 0) * (cardWidth + gap),
                width: cardWidth,
                height: heights[index],
                transform: `translateY(${layout.top[index] ?? 0}px)`,
                '--thumb-ratio': link && toRatio(link),
              } as CSSProperties
            }
          >
            {index < before ? leading[index]?.content : renderCard(index - before)}
          </div>
        )
      })}
    </div>
  )
}
