import { type Anchor, createAnchor } from '@nestmark/core/anchor/anchor'
import { type AnchorResult, findAnchor } from '@nestmark/core/anchor/findAnchor'
import type { Steps } from '@nestmark/core/anchor/steps'
import { type ChangeWatch, isTouched, watchChanges } from './changes.ts'
import type { TextRoot } from './flatTree.ts'
import type { HighlightStyle } from './highlightRules.ts'
import { type PageText, readPageText, type TextPart } from './pageText.ts'
import { type PaintedPart, painterOf } from './painter.ts'
import { findAtPoint } from './pointSearch.ts'
import { createRuleSheet } from './rules.ts'
import { isSameRange, readSelectedRange } from './selection.ts'
import { runInSlices } from './slices.ts'

/** A highlight to find in a page and to paint. */
export interface PageHighlight {
  id: string
  anchor: Anchor
  style: HighlightStyle
}

export interface HighlighterOptions {
  /** The part of the document with the text; by default all of it. */
  root?: TextRoot
  /** The page of a PDF that the root is, from 1. */
  pdfPage?: number
  /** The CSS rules of the highlights (`writeHighlightRules`). They are inserted into the open shadow roots. */
  rules: string
  /** The rules are in the document already, by the stylesheets of the page or of an extension. */
  hasDocumentRules?: boolean
  /** Leaves out elements with their content, such as buttons between the words. */
  skip?(element: Element): boolean
  /** Is called with the results of all highlights when one of them has changed. */
  onResults?(results: ReadonlyMap<string, AnchorResult>): void
}

/** The highlights of a page: finds them, paints them, and finds them again when the page has changed. */
export interface Highlighter {
  /** Replaces all highlights. Those that stay are not searched again. Returns the results once all are painted. */
  show(highlights: readonly PageHighlight[]): Promise<ReadonlyMap<string, AnchorResult>>
  /** Returns the anchor of the words that are selected at the call; null without a selection in the page's text. */
  readSelection(): Promise<Anchor | null>
  /** Returns the ID of the highlight under a point of the window, in CSS pixels; null without one. */
  findAt(x: number, y: number): string | null
  /** Returns the rectangles of a highlight in the window, in CSS pixels; none where it is not painted. */
  listRects(id: string): DOMRect[]
  /** Erases all highlights and ends all work. Pending calls return what they have. */
  destroy(): void
}

interface Entry {
  highlight: PageHighlight
  /** Null until it is searched, and again when the page has changed at it. */
  result: AnchorResult | null
  parts: readonly PaintedPart[]
}

/** So often the registry is compared with the own map: the page can clear it without an event. In milliseconds. */
const registryMs = 1000

/** Creates the highlighter of a document. It depends on nothing but the document. */
export function createHighlighter(document: Document, options: HighlighterOptions): Highlighter {
  return new DocumentHighlighter(document, options)
}

class DocumentHighlighter implements Highlighter {
  readonly #document: Document
  readonly #options: HighlighterOptions
  readonly #root: TextRoot
  readonly #ending = new AbortController()
  readonly #entries = new Map<string, Entry>()
  readonly #changes: ChangeWatch
  readonly #sheet
  readonly #painter
  readonly #timer
  /** The text of the page until it changes. */
  #text: PageText | null = null
  /** The open shadow roots that were in the text when it was last read. */
  #shadowRoots: readonly ShadowRoot[] = []
  /** The number of changes of the page so far. */
  #version = 0
  /** The last work. Each waits for the one before. */
  #work: Promise<unknown> = Promise.resolve()

  constructor(document: Document, options: HighlighterOptions) {
    this.#document = document
    this.#options = options
    this.#root = options.root ?? document
    this.#painter = painterOf(document)
    this.#sheet = createRuleSheet(document, options.rules)
    if (!options.hasDocumentRules) this.#sheet.insert(document)
    this.#timer = setInterval(() => this.#repair(), registryMs)
    this.#changes = watchChanges(this.#root, {
      changed: () => this.#forgetText(),
      forget: added => this.#forgetTouched(added),
      search: () => this.#anchor(),
    })
  }

  async show(highlights: readonly PageHighlight[]): Promise<ReadonlyMap<string, AnchorResult>> {
    const wanted = new Map(highlights.map(highlight => [highlight.id, highlight]))
    for (const [id, entry] of this.#entries) if (!wanted.has(id)) this.#remove(id, entry)
    for (const [id, highlight] of wanted) {
      const entry = this.#entries.get(id)
      if (entry && JSON.stringify(entry.highlight) === JSON.stringify(highlight)) continue
      if (entry) this.#remove(id, entry)
      this.#entries.set(id, { highlight, result: null, parts: [] })
    }
    await this.#anchor()
    return this.#listResults()
  }

  async readSelection(): Promise<Anchor | null> {
    const known = this.#shadowRoots
    const before = readSelectedRange(this.#document, known)
    const text = await this.#enqueue(this.#readText())
    if (!text || !before) return null
    // Only now the open shadow roots that it may be in are known; but something else may be selected by now.
    const isSame = isSameRange(before, readSelectedRange(this.#document, known))
    const selected = isSame ? (readSelectedRange(this.#document, text.shadowRoots) ?? before) : before
    const start = text.toOffset(selected.startContainer, selected.startOffset)
    const end = text.toOffset(selected.endContainer, selected.endOffset)
    if (start === null || end === null) return null
    return createAnchor(text.source.text, start, end, this.#options.pdfPage)
  }

  findAt(x: number, y: number): string | null {
    const painted = [...this.#entries].map(([id, { parts }]) => [id, parts] as const)
    return findAtPoint(this.#document, painted, x, y)
  }

  listRects(id: string): DOMRect[] {
    return (this.#entries.get(id)?.parts ?? []).flatMap(({ range }) => [...range.getClientRects()])
  }

  destroy(): void {
    this.#ending.abort()
    clearInterval(this.#timer)
    this.#changes.end()
    for (const [id, entry] of this.#entries) this.#remove(id, entry)
    this.#sheet.remove()
  }

  #listResults(): ReadonlyMap<string, AnchorResult> {
    const results = new Map<string, AnchorResult>()
    for (const [id, { result }] of this.#entries) if (result) results.set(id, result)
    return results
  }

  #remove(id: string, entry: Entry): void {
    this.#erase(entry)
    this.#entries.delete(id)
  }

  #erase(entry: Entry): void {
    this.#changes.ignore(() => this.#painter.erase(entry.highlight.style, entry.parts))
    entry.parts = []
  }

  /** Finds and paints all highlights that have no result. */
  async #anchor(): Promise<void> {
    await this.#enqueue(this.#anchorAll())
  }

  /** Runs steps after those before, in slices. Returns null when the highlighter ends before. */
  #enqueue<T>(steps: Steps<T>): Promise<T | null> {
    const { signal } = this.#ending
    const next = this.#work
      .then(() => runInSlices(steps, signal))
      .catch((error: unknown) => {
        if (signal.aborted) return null
        throw error
      })
    this.#work = next.catch(() => {})
    return next
  }

  *#readText(): Steps<PageText> {
    if (this.#text) return this.#text
    const version = this.#version
    const text = yield* readPageText(this.#root, this.#options.skip)
    this.#changes.follow(text.shadowRoots)
    this.#shadowRoots = text.shadowRoots
    if (version === this.#version) this.#text = text
    return text
  }

  #forgetText(): void {
    this.#text = null
    this.#version++
  }

  *#anchorAll(): Steps<void> {
    const found: { entry: Entry; result: AnchorResult; start: number; parts: readonly TextPart[] }[] = []
    const open = [...this.#entries.values()].filter(({ result }) => result === null)
    const text = open.length > 0 ? yield* this.#readText() : null
    for (const entry of open) {
      if (!text) break
      const result = yield* findAnchor(text.source, entry.highlight.anchor)
      const parts = result.state === 'found' ? text.listParts(result.start, result.end) : []
      // The node has changed since then, so the observer calls again.
      if (!parts) continue
      entry.result = result
      if (result.state === 'found') found.push({ entry, result, start: result.start, parts })
    }
    // From the end: a mark leaves what is before it in its node.
    for (const { entry, result, parts } of found.sort((a, b) => b.start - a.start)) {
      // It may have been removed or forgotten since then.
      const isCurrent = this.#entries.get(entry.highlight.id) === entry && entry.result === result
      if (isCurrent) this.#paint(entry, parts)
      yield
    }
    if (open.length > 0) this.#options.onResults?.(this.#listResults())
  }

  #paint(entry: Entry, parts: readonly TextPart[]): void {
    for (const { node } of parts) {
      const root = node.getRootNode()
      if (root !== this.#document && 'host' in root) this.#sheet.insert(root as ShadowRoot)
    }
    this.#changes.ignore(() => (entry.parts = this.#painter.paint(entry.highlight.style, parts)))
  }

  #repair(): void {
    this.#painter.repair()
    if (!this.#options.hasDocumentRules) this.#sheet.insert(this.#document)
  }

  /** Erases the highlights that changes touch. Returns whether any is to be searched. */
  #forgetTouched(added: ReadonlySet<Node>): boolean {
    let isAny = false
    for (const entry of this.#entries.values()) {
      if (entry.result?.state === 'found' && !isTouched(entry.parts, added)) continue
      this.#erase(entry)
      entry.result = null
      isAny = true
    }
    return isAny
  }
}
