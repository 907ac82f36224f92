import type { Resources } from './resources.ts'

/** Maximum total length of embedded resources, counted at each use, in UTF-16 code units. */
const maxEmbedded = 40_000_000

/**
 * Limits the embedded resources of a copy, including repeated ones. Each style sheet is embedded once: a few sheets
 * that import each other several times would otherwise grow to any size.
 */
export function limitEmbedding(resources: Resources, max = maxEmbedded): Resources {
  const sheets = new Set<string>()
  let left = max
  const limit = (data: string | null) => {
    if (data === null || data.length > left) return null
    left -= data.length
    return data
  }
  return {
    findPicture: address => limit(resources.findPicture(address)),
    findFont: address => limit(resources.findFont(address)),
    findStyleSheet(address) {
      if (sheets.has(address)) return null
      sheets.add(address)
      const sheet = resources.findStyleSheet(address)
      return sheet && limit(sheet.css) === null ? null : sheet
    },
  }
}
