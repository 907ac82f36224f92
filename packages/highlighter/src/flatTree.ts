import type { Steps } from '@nestmark/core/anchor/steps'

/** Where the text of a page is: a document, an open shadow root, or an element for a part of a page. */
export type TextRoot = Document | ShadowRoot | Element

/** What is visited, in the order of the page as it is shown. */
export interface FlatTreeVisitor {
  text(node: Text): void
  /** A block or a line begins or ends. */
  boundary(): void
  shadowRoot(root: ShadowRoot): void
  /** Leaves out an element with its content. */
  skip?(element: Element): boolean
}

/** Without text that people read, or with text that is their own: fields. Ruby is an explanation beside the text. */
const leftOut = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE TEXTAREA INPUT SELECT OPTION DATALIST RT RP IFRAME OBJECT EMBED CANVAS VIDEO AUDIO'.split(
    ' ',
  ),
)
/** A page with more nodes is read up to here. */
const maxNodes = 1_000_000

interface Frame {
  nodes: readonly Node[]
  at: number
  isBlock: boolean
}

/**
 * Visits the shown text below a root, with open shadow roots and slots in their place. Hidden elements are left out, and
 * what is only outside of the window (`content-visibility: auto`) is not hidden.
 */
export function* walkFlatTree(root: TextRoot, visitor: FlatTreeVisitor): Steps<void> {
  const start = root.nodeType === 9 ? (root as Document).documentElement : root
  const frames: Frame[] = [{ nodes: start ? [start] : [], at: 0, isBlock: false }]
  let visited = 0
  for (let frame = frames.at(-1); frame && visited < maxNodes; frame = frames.at(-1)) {
    const node = frame.nodes[frame.at++]
    if (!node) {
      frames.pop()
      if (frame.isBlock) visitor.boundary()
      continue
    }
    if (++visited % 32 === 0) yield
    if (node.nodeType === 3) visitor.text(node as Text)
    else if (node.nodeType === 11) frames.push({ nodes: [...node.childNodes], at: 0, isBlock: false })
    else if (node.nodeType === 1) enter(node as Element, frames, visitor)
  }
}

function enter(element: Element, frames: Frame[], visitor: FlatTreeVisitor): void {
  if (element.tagName === 'BR') return visitor.boundary()
  const display = readDisplay(element, visitor)
  if (display === null) return
  const isBlock = !/^(?:inline|ruby|contents)/.test(display)
  if (isBlock) visitor.boundary()
  if (element.shadowRoot) visitor.shadowRoot(element.shadowRoot)
  frames.push({ nodes: listChildren(element), at: 0, isBlock })
}

/** Returns the computed `display` of an element whose content is shown, else null. */
function readDisplay(element: Element, visitor: FlatTreeVisitor): string | null {
  if (leftOut.has(element.tagName.toUpperCase()) || visitor.skip?.(element)) return null
  const editable = element.getAttribute('contenteditable')
  if (editable !== null && editable.toLowerCase() !== 'false') return null
  const display = element.ownerDocument.defaultView?.getComputedStyle(element).display ?? 'none'
  // An element with this value has no box, so that `checkVisibility` calls it hidden; its content is shown.
  if (display === 'contents') return display
  return display !== 'none' && element.checkVisibility() ? display : null
}

function listChildren(element: Element): readonly Node[] {
  if (element.shadowRoot) return [...element.shadowRoot.childNodes]
  // The content of a closed one may be text without its own element.
  if (element.tagName === 'DETAILS' && !(element as HTMLDetailsElement).open)
    return [...element.children].filter(child => child.tagName === 'SUMMARY').slice(0, 1)
  if (element.tagName !== 'SLOT') return [...element.childNodes]
  const assigned = (element as HTMLSlotElement).assignedNodes()
  return assigned.length > 0 ? assigned : [...element.childNodes]
}
