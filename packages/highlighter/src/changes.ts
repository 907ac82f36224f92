import type { TextRoot } from './flatTree.ts'
import type { PaintedPart } from './painter.ts'

interface Listener {
  /** The text of the page is another one now. */
  changed(): void
  /** Forgets what the changes touch. Returns whether anything is to be searched. */
  forget(added: ReadonlySet<Node>): boolean
  search(): Promise<void>
}

/** Watches a page for changes of its text. */
export interface ChangeWatch {
  /** Watches these open shadow roots too. */
  follow(shadowRoots: readonly ShadowRoot[]): void
  /** Changes the page without being notified. */
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

/** Watches a root with one observer. The browser reports no changes inside shadow roots, so each is observed. */
export function watchChanges(root: TextRoot, listener: Listener): ChangeWatch {
  let added = new Set<Node>()
  let hasChanged = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let restUntil = 0
  let hasEnded = false
  const shadowRoots = new Set<ShadowRoot>()
  const observer = new MutationObserver(take)

  function take(records: readonly MutationRecord[]): void {
    if (records.length === 0 || hasEnded) return
    listener.changed()
    hasChanged = true
    for (const { addedNodes } of records) for (const node of addedNodes) added.add(node)
    timer ??= setTimeout(() => void settle(), Math.max(settleMs, restUntil - performance.now()))
  }

  async function settle(): Promise<void> {
    const nodes = added
    added = new Set()
    hasChanged = false
    const begun = performance.now()
    if (listener.forget(nodes)) await listener.search()
    const now = performance.now()
    restUntil = now + restFactor * (now - begun)
    // What came until then waits for the rest.
    const isNext = hasChanged && !hasEnded
    timer = isNext ? setTimeout(() => void settle(), Math.max(settleMs, restUntil - now)) : undefined
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

/**
 * Returns whether changes touch what is painted: a node of it, or what is between its first and last node. A node that was
 * rewritten with the same text, as frameworks do, is not touched: its collapsed range is restored.
 */
export function isTouched(parts: readonly PaintedPart[], added: ReadonlySet<Node>): boolean {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last || !parts.every(restore)) return true
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

/** Returns whether a node has the text that it had when it was painted, and makes its range cover the same part. */
function restore({ node, range, start, end, data }: PaintedPart): boolean {
  if (!node.isConnected || node.data !== data) return false
  if (range.startContainer !== node || range.startOffset !== start) range.setStart(node, start)
  if (range.endContainer !== node || range.endOffset !== end) range.setEnd(node, end)
  return true
}
