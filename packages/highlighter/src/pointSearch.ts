import type { PaintedPart } from './painter.ts'

/** Returns the deepest element at a point of the window, also in open shadow roots. */
function elementAt(document: Document, x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y)
  for (let root = found?.shadowRoot; root; root = found?.shadowRoot) {
    const inner = root.elementFromPoint(x, y)
    if (!inner || inner === found) break
    found = inner
  }
  return found
}

/**
 * Returns the key of the shortest painted text under a point, in CSS pixels of the window; null without one. Only text of
 * the element at the point is measured: measuring all would compute the layout outside of the window.
 */
export function findAtPoint<K>(
  document: Document,
  painted: Iterable<readonly [K, readonly PaintedPart[]]>,
  x: number,
  y: number,
): K | null {
  const element = elementAt(document, x, y)
  if (!element) return null
  let found: { key: K; length: number } | null = null
  for (const [key, parts] of painted) {
    const near = parts.filter(({ node }) => element.contains(node))
    if (!near.some(({ range }) => isInside(range, x, y))) continue
    const length = parts.reduce((sum, { start, end }) => sum + end - start, 0)
    if (!found || length < found.length) found = { key, length }
  }
  return found?.key ?? null
}

function isInside(range: Range, x: number, y: number): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  )
}
