/** A picture of a `srcset`. */
export interface Candidate {
  address: string
  /** Pixels, by a `w` descriptor. */
  width?: number
  /** By an `x` descriptor. */
  density?: number
}

/** Maximum number of candidates of one list. */
const maxCandidates = 50

/** Parses a `srcset`, as HTML defines it. */
export function parseSrcset(text: string): Candidate[] {
  const found: Candidate[] = []
  let at = 0
  while (found.length < maxCandidates) {
    while (/[\s,]/.test(text.charAt(at))) at++
    if (at >= text.length) break
    const start = at
    while (at < text.length && !/\s/.test(text.charAt(at))) at++
    const written = text.slice(start, at)
    const address = written.replace(/,+$/, '')
    if (written !== address) {
      found.push({ address })
      continue
    }
    const descriptorStart = at
    let depth = 0
    for (; at < text.length; at++) {
      const sign = text.charAt(at)
      if (sign === '(') depth++
      else if (sign === ')') depth = Math.max(0, depth - 1)
      else if (sign === ',' && depth === 0) break
    }
    const [, value, unit] = /(?:^|\s)([\d.]{1,12})([wx])(?:\s|$)/.exec(text.slice(descriptorStart, at)) ?? []
    found.push({
      address,
      ...(unit === 'w' && { width: Number(value) }),
      ...(unit === 'x' && { density: Number(value) }),
    })
  }
  return found
}

/** Maximum width of an embedded picture, in pixels. */
const maxPictureWidth = 1600
/** Sharper pictures than this multiple look the same. */
const maxDensity = 2

/** Returns the largest candidate that is not too large, otherwise the smallest of the larger ones. */
export function chooseCandidate(candidates: readonly Candidate[]): string | null {
  const byWidth = candidates.filter(each => each.width !== undefined)
  const size = (each: Candidate) => each.width ?? (each.density ?? 1) * (maxPictureWidth / maxDensity)
  const sized = (byWidth.length > 0 ? byWidth : candidates).toSorted((a, b) => size(a) - size(b))
  const chosen = sized.findLast(each => size(each) <= maxPictureWidth) ?? sized[0]
  return chosen?.address ?? null
}
