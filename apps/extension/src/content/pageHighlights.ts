import { randomText } from '@nestmark/client/randomKey'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Anchor } from '@nestmark/core/anchor/anchor'
import type { AnchorResult } from '@nestmark/core/anchor/findAnchor'
import { createHighlighter, type Highlighter } from '@nestmark/highlighter/highlighter'
import { writeHighlightRules } from '@nestmark/highlighter/highlightRules'
import type { Problem } from '../background/problem.ts'
import type { Outcome } from '../background/queue.ts'
import { askBackground } from './askBackground.ts'
import type { Style } from './Eggs.tsx'
import { listFoundAgain } from './foundAgain.ts'
import { isDarkPage } from './page.ts'

/** A highlight, and what has become of it in the page. */
export interface ShownHighlight extends Highlight {
  /** False for one whose words are not on the page. */
  isPlaced: boolean
}

/** The highlights of the page: those that the background knows, and those that it has refused and the person has not left yet. */
export class PageHighlights {
  readonly #highlighter: Highlighter
  readonly #all = new Map<string, Highlight>()
  readonly #changed: () => void
  #results: ReadonlyMap<string, AnchorResult> = new Map()
  readonly #selected = new Map<string, DOMRect[]>()
  /** The address under which they are saved. */
  address = ''
  /** Why new ones are not saved, by their ids. */
  readonly refused = new Map<string, Problem>()
  /** New ones of which the background has not reported yet what has become of them. */
  readonly #sending = new Set<string>()
  /** Those of which the server has been notified that their words are here. */
  readonly #reported = new Set<string>()
  /** Comments that are typed and not saved. */
  readonly drafts = new Map<string, string>()

  /**
   * @param host the element of the extension, whose text is not that of the page
   * @param changed is called when something else is to be shown
   */
  constructor(host: Element, changed: () => void) {
    this.#changed = changed
    this.#highlighter = createHighlighter(document, {
      rules: writeHighlightRules(isDarkPage() ? 'dark' : 'light'),
      // The background inserts them, where no policy of the page applies.
      hasDocumentRules: true,
      skip: element => element === host,
      onResults: results => {
        this.#results = results
        this.#reportFound()
        changed()
      },
    })
  }

  /** The number of those that are saved. */
  get savedCount(): number {
    return this.#all.size - this.refused.size
  }

  get(id: string): Highlight | undefined {
    return this.#all.get(id)
  }

  /** Returns all in the order of the page, then those without a place. */
  list(): ShownHighlight[] {
    const placeOf = (id: string) => {
      const result = this.#results.get(id)
      return result?.state === 'found' ? result.start : Infinity
    }
    return [...this.#all.values()]
      .toSorted((one, other) => placeOf(one._id) - placeOf(other._id) || 0)
      .map(each => ({ ...each, isPlaced: placeOf(each._id) !== Infinity }))
  }

  /** Returns the boxes of a highlight in the window. Before a new one is painted, they are those of its selection. */
  boxesOf(id: string): DOMRect[] {
    const painted = this.#highlighter.listRects(id)
    return painted.length > 0 ? painted : (this.#selected.get(id) ?? [])
  }

  findAt = (x: number, y: number): string | null => this.#highlighter.findAt(x, y)
  readSelection = (): Promise<Anchor | null> => this.#highlighter.readSelection()
  destroy = (): void => this.#highlighter.destroy()

  /** Shows the highlights of another address, or those of this one as the background has them now. */
  async replace(address: string, highlights: readonly Highlight[]): Promise<void> {
    const ids = address === this.address ? [...this.refused.keys(), ...this.#sending] : []
    if (address !== this.address) this.refused.clear()
    const own = ids.flatMap(id => this.#all.get(id) ?? [])
    this.address = address
    this.#all.clear()
    for (const each of [...highlights, ...own]) this.#all.set(each._id, each)
    await this.#paint()
  }

  /** Shows a new highlight, and returns its id, and what has become of it once the background has answered. */
  create(anchor: Anchor, style: Style, boxes: DOMRect[]): { id: string; saving: Promise<Outcome | null> } {
    const id = randomText(16)
    const now = Date.now()
    const text = anchor.quote.exact
    this.#all.set(id, { _id: id, text, comm: '', style, anchor, create_date: now, update_date: now })
    this.#selected.set(id, boxes)
    this.#sending.add(id)
    const saving = this.#paint().then(() => {
      this.#selected.delete(id)
      return this.keep(id)
    })
    return { id, saving }
  }

  /** Sends a new highlight, for the first time or again. */
  async keep(id: string): Promise<Outcome | null> {
    const highlight = this.#all.get(id)
    if (!highlight) return null
    const { text, comm: comment, style, anchor } = highlight
    const outcome = await askBackground({
      kind: 'saveHighlight',
      isNew: true,
      highlightId: id,
      url: this.address,
      title: document.title,
      text,
      style,
      anchor,
      ...(comment && { comment }),
    })
    return this.#settle(id, outcome?.outcome ?? null)
  }

  /** Changes the colour or the comment of a highlight. What the server refuses is undone; a comment stays as typed. */
  async change(id: string, changes: { style?: Style; comment?: string }): Promise<Outcome | null> {
    const before = this.#all.get(id)
    if (!before) return null
    const { style = before.style, comment = before.comm } = changes
    this.#all.set(id, { ...before, style, comm: comment.trim() })
    this.drafts.delete(id)
    await this.#paint()
    if (this.refused.has(id)) return this.keep(id)
    const answer = await askBackground({
      kind: 'saveHighlight',
      isNew: false,
      highlightId: id,
      url: this.address,
      title: '',
      ...changes,
    })
    const isUndone = !answer || isRefused(answer.outcome)
    if (isUndone && changes.comment !== undefined) this.drafts.set(id, changes.comment)
    return this.#settle(id, answer?.outcome ?? null, before)
  }

  async remove(id: string): Promise<Outcome | null> {
    const before = this.#all.get(id)
    this.refused.delete(id)
    this.drafts.delete(id)
    this.#all.delete(id)
    await this.#paint()
    const answer = await askBackground({ kind: 'deleteHighlight', url: this.address, highlightId: id })
    return this.#settle(id, answer?.outcome ?? null, before)
  }

  /**
   * Erases a new highlight that was refused, when the person turns to something else. It stays in the queue, with what was typed.
   */
  async leave(id: string): Promise<void> {
    if (!this.refused.has(id)) return
    const draft = this.drafts.get(id)?.trim()
    if (draft) {
      this.drafts.delete(id)
      const highlight = this.#all.get(id)
      if (highlight) this.#all.set(id, { ...highlight, comm: draft })
      await this.keep(id)
      // The server may have room for it now.
      if (!this.refused.has(id)) return
    }
    this.refused.delete(id)
    this.#all.delete(id)
    await this.#paint()
  }

  /**
   * @param before what a change or a deletion has replaced; undefined for a new highlight, which stays with the reason
   */
  async #settle(id: string, outcome: Outcome | null, before?: Highlight): Promise<Outcome | null> {
    this.#sending.delete(id)
    const isSaved = outcome !== null && !isRefused(outcome)
    if (isSaved) this.refused.delete(id)
    else if (before) this.#all.set(id, before)
    else if (this.#all.has(id)) this.refused.set(id, toReason(outcome))
    await this.#paint()
    return outcome
  }

  async #paint(): Promise<void> {
    const placed = [...this.#all.values()].flatMap(({ _id: id, anchor, style }) =>
      anchor && !anchor.pdf ? [{ id, anchor, style }] : [],
    )
    this.#results = await this.#highlighter.show(placed)
    this.#reportFound()
    this.#changed()
  }

  /** Has the server take back that words are not on the page any more, once for each highlight. */
  #reportFound(): void {
    const ids = listFoundAgain([...this.#all.values()], this.#results).filter(id => !this.#reported.has(id))
    if (ids.length === 0) return
    for (const id of ids) this.#reported.add(id)
    // Without an answer there is no consequence for the person: the next visit reports again.
    void askBackground({ kind: 'foundHighlights', url: this.address, ids })
  }
}

export const isRefused = (outcome: Outcome): boolean => !outcome.done && outcome.problem?.kind === 'refused'

/** Without an answer of the background there is no reason of the server. */
const toReason = (outcome: Outcome | null): Problem =>
  (outcome && !outcome.done && outcome.problem) || { kind: 'away', code: 'unknown', message: '' }
