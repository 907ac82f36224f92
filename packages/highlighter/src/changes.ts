import type { TextRoot } from './flatTree.ts'
import type { PaintedPart } from './painter.ts'

/** What has changed in a page since the last look. */
export interface PageChanges {
  /** The text nodes that were rewritten, also with the same text. */
  texts: ReadonlySet<Node>
  added: ReadonlySet<Node>
}

interface Listener {
  /** The text of the page is another one now. */
  changed(): void
  /** Returns whether anything is to be searched again. */
  forget(changes: PageChanges): boolean
  search(): Promise<void>
}

/** Watches a page for changes of its text. */
export interface ChangeWatch {
  /** Watches these open shadow roots too. */
  follow(shadowRoots: readonly ShadowRoot[]): void
  /** Changes the page without being told. */
  ignore(change: () => void): void
  end(): void
}

/** Changes come in groups: the first is waited for so long, in milliseconds. */
const settleMs = 200
/** A page that changes all the time is searched a twentieth of the time. */
const restFactor = 20

/** After more new nodes than this, a highlight of several nodes is searched again without a look at each. */
const maxAdded = 200

const observed: MutationObserverInit = {
  childList: true,
  characterData: true,
  subtree: true,
  // What hides and shows text.
  attributeFilter: ['hidden', 'open', 'class', 'style'],
}

/** Watches a root with one observer. The browser tells nothing of changes inside shadow roots, so each is observed. */
export function watchChanges(root: TextRoot, listener: Listener): ChangeWatch {
  let texts = new Set<Node>()
  let added = new Set<Node>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let restUntil = 0
  let hasEnded = false
  const shadowRoots = new Set<ShadowRoot>()
  const observer = new MutationObserver(take)

  function take(records: readonly MutationRecord[]): void {
    if (records.length === 0 || hasEnded) return
    listener.changed()
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') texts.add(target)
      for (const node of addedNodes) added.add(node)
    }
    timer ??= setTimeout(() => void settle(), Math.max(settleMs, restUntil - performance.now()))
  }

  async function settle(): Promise<void> {
    const changes = { texts, added }
    texts = new Set()
    added = new Set()
    const begun = performance.now()
    if (listener.forget(changes)) await listener.search()
    const now = performance.now()
    restUntil = now + restFactor * (now - begun)
    timer = undefined
    // What came meanwhile waits for the rest.
    if (!hasEnded && (texts.size > 0 || added.size > 0))
      timer = setTimeout(() => void settle(), Math.max(settleMs, restUntil - now))
  }

  observer.observe(root, observed)
  return {
    follow(roots) {
      for (const shadow of roots) {
        if (shadowRoots.has(shadow)) continue
        shadowRoots.add(shadow)
        observer.observe(shadow, observed)
      }
    },
    ignore(change) {
      take(observer.takeRecords())
      change()
      if (observer.takeRecords().length > 0) listener.changed()
    },
    end() {
      hasEnded = true
      clearTimeout(timer)
      observer.disconnect()
    },
  }
}

/** Returns whether changes touch what is painted: a node of it, or what is between its first and last node. */
export function isTouched(parts: readonly PaintedPart[], { texts, added }: PageChanges): boolean {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return true
  if (parts.some(part => texts.has(part.node) || !isIntact(part))) return true
  if (first === last) return false
  if (added.size > maxAdded) return true
  for (const node of added) {
    if (!node.isConnected) continue
    const isBehind = first.node.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING
    const isBefore = last.node.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING
    if (isBehind && isBefore) return true
  }
  return false
}

/** Live ranges collapse for good when their node is rewritten or moved. */
function isIntact({ node, range, start, end, data }: PaintedPart): boolean {
  return (
    node.isConnected &&
    node.data === data &&
    range.startContainer === node &&
    range.endContainer === node &&
    range.startOffset === start &&
    range.endOffset === end
  )
}
