import { type HighlightStyle, nameOf, styles } from './highlightRules.ts'
import type { TextPart } from './pageText.ts'

/** A painted part of a text node. */
export interface PaintedPart {
  node: Text
  /** Covers the part as long as the node keeps its text. */
  range: Range
  start: number
  end: number
  data: string
}

/** Paints parts of text nodes. One painter of a document serves all its highlighters. */
export interface Painter {
  paint(style: HighlightStyle, parts: readonly TextPart[]): PaintedPart[]
  erase(style: HighlightStyle, parts: readonly PaintedPart[]): void
  /** Paints what the page has removed, since the registry of highlights is its own too. */
  repair(): void
}

/** What a window of a page has, beside the constructors that its type has. */
type PageWindow = Window & typeof globalThis

const painters = new WeakMap<Document, Painter>()

/** Returns the painter of a document: by `CSS.highlights`, which leaves the nodes alone, else by `<mark>`. */
export function painterOf(document: Document): Painter {
  let painter = painters.get(document)
  if (!painter) painters.set(document, (painter = createPainter(document)))
  return painter
}

function createPainter(document: Document): Painter {
  const view = document.defaultView as PageWindow | null
  const hasRegistry = view !== null && 'highlights' in view.CSS && 'Highlight' in view
  return hasRegistry ? createRegistryPainter(document, view) : createMarkPainter(document)
}

function createRegistryPainter(document: Document, view: PageWindow): Painter {
  const registry = view.CSS.highlights
  const own = new Map(
    styles.map(style => [style, { highlight: new view.Highlight(), ranges: new Set<Range>() }]),
  )
  const repair = () => {
    for (const [style, { highlight, ranges }] of own) {
      const name = nameOf(style)
      const isOurs = registry.get(name) === highlight
      if (ranges.size === 0 && isOurs) registry.delete(name)
      if (ranges.size > 0 && !isOurs) registry.set(name, highlight)
      if (highlight.size === ranges.size) continue
      highlight.clear()
      for (const range of ranges) highlight.add(range)
    }
  }
  return {
    paint(style, parts) {
      const { highlight, ranges } = own.get(style) ?? {}
      const painted = parts.filter(isUnchanged).map(part => {
        const range = document.createRange()
        range.setStart(part.node, part.start)
        range.setEnd(part.node, part.end)
        ranges?.add(range)
        highlight?.add(range)
        return { ...part, range }
      })
      repair()
      return painted
    },
    erase(style, parts) {
      const { highlight, ranges } = own.get(style) ?? {}
      for (const { range } of parts) {
        ranges?.delete(range)
        highlight?.delete(range)
      }
      repair()
    },
    repair,
  }
}

function createMarkPainter(document: Document): Painter {
  return {
    paint: (style, parts) =>
      parts.filter(isUnchanged).map(part => {
        const node = part.start > 0 ? part.node.splitText(part.start) : part.node
        if (part.end - part.start < node.length) node.splitText(part.end - part.start)
        const mark = document.createElement('mark')
        mark.className = nameOf(style)
        node.replaceWith(mark)
        mark.append(node)
        const range = document.createRange()
        range.selectNodeContents(node)
        return { node, range, start: 0, end: node.length, data: node.data }
      }),
    erase(style, parts) {
      for (const { node } of parts) {
        const mark = node.parentElement
        if (mark?.tagName !== 'MARK' || !mark.classList.contains(nameOf(style))) continue
        const { parentNode } = mark
        mark.replaceWith(...mark.childNodes)
        parentNode?.normalize()
      }
    },
    repair() {},
  }
}

/** The page may have changed between finding and painting. Marks behind a part have only cut its node. */
function isUnchanged({ node, start, end, data }: TextPart): boolean {
  return node.isConnected && node.data.slice(start, end) === data.slice(start, end)
}
