/** Returns the heights of bars derived from a link's ID: different for most links, always the same for one link. */
export function deriveBarHeights(id: string, bars: number): number[] {
  let state = 7
  for (const char of id) state = (Math.imul(state, 31) + char.charCodeAt(0)) >>> 0
  let height = 0.5
  return Array.from({ length: bars }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    height = height * 0.45 + (0.28 + (state / 2 ** 32) * 0.62) * 0.55
    return height
  })
}

/**
 * Returns the heights of a number of bars, from 0 to 1: the loudest peak of each.
 * @param peaks from 0 to 255
 */
export function toBarHeights(peaks: readonly number[], bars: number): number[] {
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars))
    return Math.max(...peaks.slice(from, to)) / 255
  })
}

/** Returns the SVG path of bars 3 wide and 5 apart in a box of this height. */
export function toBarPath(heights: readonly number[], height: number): string {
  return heights
    .map((share, bar) => {
      const tall = Math.max(2, Math.round(share * (height - 2) * 10) / 10)
      const top = Math.round((height - tall) * 5) / 10
      return `M${bar * 5} ${top}h3v${tall}h-3z`
    })
    .join('')
}
