import type { Steps } from '@nestmark/core/anchor/steps'
import { TextMapBuilder } from '@nestmark/core/anchor/textMap'
import { createSearchableText, type SearchableText } from '@nestmark/core/anchor/wordIndex'
import { type TextRoot, walkFlatTree } from './flatTree.ts'

/** A part of a text node. */
export interface TextPart {
  node: Text
  /** Offsets in the text node, in UTF-16 code units. */
  start: number
  end: number
  /** The whole text of the node when it was read. */
  data: string
}

/** The normalised text of a page, and the map between its offsets and the text nodes. */
export interface PageText {
  source: SearchableText
  /** The open shadow roots with text. */
  shadowRoots: readonly ShadowRoot[]
  /** Returns the parts of text nodes that a range of the text covers; null when a node has changed since. */
  listParts(start: number, end: number): TextPart[] | null
  /** Returns the offset in the text of a place in the document; null outside of it. */
  toOffset(container: Node, offset: number): number | null
}

/** More text is not read, in UTF-16 code units. */
const maxLength = 16_000_000

/**
 * Reads the text of a page from its text nodes. `innerText` has only what is near the window, and the text of a selection
 * is transformed (`text-transform`).
 * @param skip leaves out elements with their content
 */
export function* readPageText(root: TextRoot, skip?: (element: Element) => boolean): Steps<PageText> {
  const builder = new TextMapBuilder()
  const nodes: Text[] = []
  const starts: number[] = []
  const data: string[] = []
  const shadowRoots: ShadowRoot[] = []
  let length = 0
  yield* walkFlatTree(root, {
    text(node) {
      const text = node.data
      if (text === '' || length + text.length > maxLength) return
      length += text.length
      nodes.push(node)
      data.push(text)
      starts.push(builder.add(text))
    },
    boundary: () => void builder.add('\n'),
    shadowRoot: shadow => void shadowRoots.push(shadow),
    skip,
  })
  yield
  const map = builder.end()
  let indexes: ReadonlyMap<Node, number> | undefined
  const rawEnd = (index: number) => (starts[index] ?? 0) + (data[index]?.length ?? 0)
  return {
    source: createSearchableText(map.text),
    shadowRoots,
    listParts(start, end) {
      const [from, to] = [map.toRawStart(start), map.toRawEnd(end)]
      const parts: TextPart[] = []
      for (let index = findFirst(nodes.length, at => rawEnd(at) > from); index < nodes.length; index++) {
        const [node, nodeStart = 0, text = ''] = [nodes[index], starts[index], data[index]]
        if (!node || nodeStart >= to) break
        if (node.data !== text || !node.isConnected) return null
        const part = { start: Math.max(from - nodeStart, 0), end: Math.min(to - nodeStart, text.length) }
        parts.push({ node, ...part, data: text })
      }
      return parts
    },
    toOffset(container, offset) {
      indexes ??= new Map(nodes.map((node, index) => [node, index]))
      const known = indexes.get(container)
      if (known !== undefined) return map.toText((starts[known] ?? 0) + offset)
      if (nodes.length === 0) return null
      const next = findFirst(nodes.length, at => isAfter(nodes[at], container, offset))
      return map.toText(starts[next] ?? rawEnd(nodes.length - 1))
    },
  }
}

/** Returns the first index below a count for which a condition holds, which then holds for all later ones; else the count. */
function findFirst(count: number, holds: (at: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns whether a text node is behind a place, also in or outside of its shadow root. */
function isAfter(node: Text | undefined, container: Node, offset: number): boolean {
  const document = container.ownerDocument ?? (container as Document)
  const range = document.createRange()
  range.setStart(container, offset)
  for (let place = node as Node | null; place; place = hostOf(place))
    if (place.getRootNode() === container.getRootNode()) return range.comparePoint(place, 0) >= 0
  // The place is in a shadow root that the node is not in: its host stands for it.
  const host = hostOf(container)
  return host?.parentNode
    ? isAfter(node, host.parentNode, [...host.parentNode.childNodes].indexOf(host))
    : false
}

/** Returns the host of the shadow root that a node is in. */
function hostOf(node: Node): Element | null {
  const root = node.getRootNode()
  return 'host' in root ? (root as ShadowRoot).host : null
}
