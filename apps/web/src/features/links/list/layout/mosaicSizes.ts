import type { Link } from '@nestmark/contract/shapes'
import { formatTitle, getThumbKind } from '../../linkDisplay.ts'

/** The known sizes of the cards of a mosaic; 0 for a card that is not loaded yet. */
export interface MosaicSizes {
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
export function toRatio(link: Link): number {
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
export function computeHeights(
  { ratios, texts }: MosaicSizes,
  count: number,
  cardWidth: number,
): Float32Array {
  const heights = new Float32Array(count)
  for (let index = 0; index < count; index++)
    heights[index] = Math.round(cardWidth / (ratios[index] || defaultRatio)) + (texts[index] || twoLines)
  return heights
}

/** Returns the sizes with those of the loaded links of an inclusive range; the same object if nothing changed. */
export function updateSizes(
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
