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
import { formatTitle, getThumbKind } from '../../linkDisplay.ts'

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

/** The known sizes of the cards of a mosaic; 0 for a card that is not loaded yet. */
interface MosaicSizes {
  /** Width of the picture divided by its height. */
  ratios: Float32Array
  /** The height of the texts below the picture, in pixels. */
  texts: Uint8Array
}

const defaultRatio = 1.6
/** The tallest and the widest picture: 9:16 and 2:1. */
const [minRatio, maxRatio] = [9 / 16, 2]
const lineHeight = 18
const twoLines = 65
/** An excerpt, or the badge of a suggestion. */
const extraLine = 20
const titleFont = "560 13px 'Commissioner Variable', sans-serif"

/** Returns the ratio of a link's picture as the mosaic shows it. */
function toRatio(link: Link): number {
  const isSized = getThumbKind(link) === 'picture' && link.thumbnail_width > 0 && link.thumbnail_height > 0
  if (!isSized) return defaultRatio
  return Math.min(maxRatio, Math.max(minRatio, link.thumbnail_width / link.thumbnail_height))
}

let canvas: CanvasRenderingContext2D | null | undefined

/** Returns whether a title takes one line of a card. */
function isOneLine(title: string, cardWidth: number): boolean {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return false
  canvas.font = titleFont
  // The characters of another font may be a little wider.
  return canvas.measureText(title).width * 1.04 < cardWidth
}

function measureText(link: Link & { excerpt?: unknown }, cardWidth: number): number {
  const title = isOneLine(formatTitle(link), cardWidth) ? twoLines - lineHeight : twoLines
  return title + (link.excerpt ? extraLine : 0)
}

/** Returns the height of each card in pixels. */
function computeHeights({ ratios, texts }: MosaicSizes, count: number, cardWidth: number): Float32Array {
  const heights = new Float32Array(count)
  for (let index = 0; index < count; index++)
    heights[index] = Math.round(cardWidth / (ratios[index] || defaultRatio)) + (texts[index] || twoLines)
  return heights
}

/** Returns the sizes with those of the loaded links of an inclusive range; the same object if nothing changed. */
function updateSizes(
  sizes: MosaicSizes,
  [first, last]: readonly [number, number],
  at: (index: number) => Link | undefined,
  { count, cardWidth }: { count: number; cardWidth: number },
): MosaicSizes {
  let next: MosaicSizes | undefined
  for (let index = first; index <= last; index++) {
    const link = at(index)
    if (!link) continue
    const ratio = Math.fround(toRatio(link))
    const text = measureText(link, cardWidth)
    if ((next ?? sizes).ratios[index] === ratio && (next ?? sizes).texts[index] === text) continue
    next ??= {
      ratios: resize(sizes.ratios, new Float32Array(count)),
      texts: resize(sizes.texts, new Uint8Array(count)),
    }
    next.ratios[index] = ratio
    next.texts[index] = text
  }
  return next ?? sizes
}

function resize<Values extends Float32Array | Uint8Array>(from: Values, to: Values): Values {
  to.set(from.subarray(0, to.length))
  return to
}
