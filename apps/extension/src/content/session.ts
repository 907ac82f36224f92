import type { Highlight } from '@nestmark/contract/highlightShapes'
import type { AnchorResult } from '@nestmark/core/anchor/findAnchor'
import { limits } from '@nestmark/core/limits'
import { createHighlighter, type Highlighter } from '@nestmark/highlighter/highlighter'
import { writeHighlightRules } from '@nestmark/highlighter/highlightRules'
import { barTexts as texts } from '@nestmark/texts/extension'
import type { ContentAnswer, PageState } from '../background/answerContent.ts'
import type { Outcome } from '../background/queue.ts'
import { browser } from '../lib/browser.ts'
import type { ContentMessage } from '../lib/messages.ts'
import { randomText } from '../lib/secrets.ts'
import type { Style } from './Bar.tsx'
import { isDarkPage, isEditing, pageAddress, selectionBoxes } from './page.ts'

/** What is open beside the page. */
export type Open =
  | { kind: 'nothing' }
  | { kind: 'selection'; length: number }
  | { kind: 'highlight' | 'card'; id: string; takesFocus: boolean }

/** What the view shows. */
export interface View {
  page: PageState
  highlights: readonly Highlight[]
  results: ReadonlyMap<string, AnchorResult>
  open: Open
  isListOpen: boolean
  toast: string | null
}

/** How long a selection rests before the bar appears, and how long a toast stays, in milliseconds. */
const restMs = 150
const toastMs = 4000
/** How often the address is compared: `pushState` makes no event. In milliseconds. */
const addressMs = 1000

/** The highlights of the page in which the script runs: shows them, makes new ones, and keeps them by the background. */
export class PageSession {
  readonly #highlighter: Highlighter
  readonly #render: (view: View | null) => void
  readonly #ending = new AbortController()
  readonly #highlights = new Map<string, Highlight>()
  #address = ''
  /** Nothing is shown before the background has answered: until then it is not known what the person may do here. */
  #isKnown = false
  #page: PageState = { isConnected: false, isOff: true, highlights: [], savedIn: null, lastStyle: 1 }
  #results: ReadonlyMap<string, AnchorResult> = new Map()
  #open: Open = { kind: 'nothing' }
  #isListOpen = false
  #toast: string | null = null
  #rest: ReturnType<typeof setTimeout> | undefined
  #toastTimer: ReturnType<typeof setTimeout> | undefined
  readonly #timer

  /**
   * @param host the element of the extension, whose text is not that of the page
   * @param render shows the view; null removes it
   */
  constructor(host: Element, render: (view: View | null) => void) {
    this.#render = render
    this.#highlighter = createHighlighter(document, {
      rules: writeHighlightRules(isDarkPage() ? 'dark' : 'light'),
      // The background inserts them, where no policy of the page applies.
      hasDocumentRules: true,
      skip: element => element === host,
      onResults: results => {
        this.#results = results
        this.#update()
      },
    })
    const { signal } = this.#ending
    document.addEventListener('selectionchange', () => this.#selectionChanged(), { signal })
    document.addEventListener('click', event => this.#clicked(event, host), { signal })
    for (const type of ['scroll', 'resize'])
      addEventListener(type, () => this.#open.kind !== 'nothing' && this.#update(), {
        signal,
        capture: true,
        passive: true,
      })
    this.#timer = setInterval(() => void this.#follow(), addressMs)
    void this.#follow()
  }

  /** Highlights the selection in the last colour and puts the focus on the bar: the command of the keyboard. */
  async highlightSelection(): Promise<void> {
    if (!this.#page.isConnected) this.#selectionChanged()
    else if (selectionBoxes().length > 0) await this.create(this.#page.lastStyle, 'highlight')
  }

  /** Highlights the selection, and opens what follows. */
  async create(style: Style, then: 'nothing' | 'highlight' | 'card'): Promise<void> {
    const anchor = await this.#highlighter.readSelection()
    const text = anchor?.quote.exact ?? ''
    if (!anchor || text.length > limits.highlightText) return
    const id = randomText(16)
    const now = Date.now()
    this.#highlights.set(id, { _id: id, text, comm: '', style, anchor, create_date: now, update_date: now })
    this.#page = { ...this.#page, lastStyle: style }
    getSelection()?.removeAllRanges()
    this.setOpen(then === 'nothing' ? { kind: 'nothing' } : { kind: then, id, takesFocus: true })
    await this.#paint()
    const sent = {
      kind: 'saveHighlight',
      isNew: true,
      highlightId: id,
      text,
      style,
      anchor,
      title: document.title,
    } as const
    await this.#settle(await this.#send({ ...sent, url: this.#address }), id)
  }

  /** Changes the colour or the comment of a highlight. */
  async change(id: string, changes: { style?: Style; comment?: string }): Promise<void> {
    const before = this.#highlights.get(id)
    if (!before) return
    const { style = before.style, comment = before.comm } = changes
    this.#highlights.set(id, { ...before, style, comm: comment.trim() })
    await this.#paint()
    const sent = { kind: 'saveHighlight', isNew: false, highlightId: id, title: '', ...changes } as const
    await this.#settle(await this.#send({ ...sent, url: this.#address }), id, before)
  }

  async remove(id: string): Promise<void> {
    const before = this.#highlights.get(id)
    this.#highlights.delete(id)
    this.setOpen({ kind: 'nothing' })
    await this.#paint()
    await this.#settle(
      await this.#send({ kind: 'deleteHighlight', url: this.#address, highlightId: id }),
      id,
      before,
    )
  }

  async copy(id: string): Promise<void> {
    await navigator.clipboard.writeText(this.#highlights.get(id)?.text ?? '').then(
      () => this.#say(texts.copied),
      () => this.#say(texts.notCopied),
    )
  }

  async savePage(): Promise<void> {
    const answer = await this.#send({ kind: 'savePage', url: this.#address, title: document.title })
    if (answer?.outcome.done) this.#page = { ...this.#page, savedIn: '' }
    this.setOpen({ kind: 'nothing' })
    if (answer) this.#say(describe(answer.outcome) ?? texts.savedPage)
  }

  async hideHere(): Promise<void> {
    await this.#send({ kind: 'hideHere', url: this.#address })
    this.destroy()
  }

  openSettings(): void {
    void this.#send({ kind: 'openSettings' })
  }

  openLibrary(): void {
    void this.#send({ kind: 'openLibrary', url: this.#address })
  }

  setOpen(open: Open): void {
    this.#open = open
    this.#update()
  }

  toggleList(): void {
    this.#isListOpen = !this.#isListOpen
    this.#update()
  }

  /** Scrolls to a highlight and opens its bar. */
  goTo(id: string): void {
    const [box] = this.boxesOf(id)
    if (box) scrollBy({ top: box.top - innerHeight / 3, behavior: 'instant' })
    this.setOpen({ kind: 'highlight', id, takesFocus: true })
  }

  boxesOf(id: string): DOMRect[] {
    return this.#highlighter.listRects(id)
  }

  /** Erases everything. Called also when the extension was updated: the page then belongs to the new script. */
  destroy(): void {
    this.#ending.abort()
    clearInterval(this.#timer)
    this.#highlighter.destroy()
    this.#render(null)
  }

  /** Loads the highlights of the page, also when its script has changed the address. */
  async #follow(): Promise<void> {
    const address = pageAddress()
    if (address === this.#address) return
    this.#address = address
    const page = await this.#send({ kind: 'openPage', url: address, ground: isDarkPage() ? 'dark' : 'light' })
    if (!page || address !== this.#address) return
    if (page.isOff) return this.destroy()
    this.#page = page
    this.#isKnown = true
    this.#highlights.clear()
    for (const each of page.highlights) this.#highlights.set(each._id, each)
    this.setOpen({ kind: 'nothing' })
    await this.#paint()
    // What was selected meanwhile.
    this.#selectionChanged()
  }

  async #paint(): Promise<void> {
    const placed = [...this.#highlights.values()].flatMap(({ _id: id, anchor, style }) =>
      anchor && !anchor.pdf ? [{ id, anchor, style }] : [],
    )
    this.#results = await this.#highlighter.show(placed)
    this.#update()
  }

  /** Says what became of a change, and takes it back when the server refuses it. */
  async #settle(answer: { outcome: Outcome } | null, id: string, before?: Highlight): Promise<void> {
    if (!answer) return
    const { outcome } = answer
    if (!outcome.done && outcome.problem?.kind === 'refused') {
      if (before) this.#highlights.set(id, before)
      else this.#highlights.delete(id)
      this.setOpen({ kind: 'nothing' })
      await this.#paint()
    }
    const said = describe(outcome)
    if (said) this.#say(said)
  }

  #say(toast: string): void {
    this.#toast = toast
    clearTimeout(this.#toastTimer)
    this.#toastTimer = setTimeout(() => {
      this.#toast = null
      this.#update()
    }, toastMs)
    this.#update()
  }

  #selectionChanged(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      const length =
        selectionBoxes().length > 0 && !isEditing() ? (getSelection()?.toString().trim().length ?? 0) : 0
      if (length > 0) this.setOpen({ kind: 'selection', length })
      else if (this.#open.kind === 'selection') this.setOpen({ kind: 'nothing' })
    }, restMs)
  }

  #clicked(event: MouseEvent, host: Element): void {
    if (!event.isTrusted || event.composedPath().includes(host)) return
    const id = selectionBoxes().length > 0 ? null : this.#highlighter.findAt(event.clientX, event.clientY)
    if (id !== null) this.setOpen({ kind: 'highlight', id, takesFocus: false })
    else if (this.#open.kind !== 'selection' && this.#open.kind !== 'nothing')
      this.setOpen({ kind: 'nothing' })
  }

  #update(): void {
    if (this.#ending.signal.aborted || !this.#isKnown) return
    this.#render({
      page: this.#page,
      highlights: [...this.#highlights.values()],
      results: this.#results,
      open: this.#open,
      isListOpen: this.#isListOpen,
      toast: this.#toast,
    })
  }

  /** Asks the background. Returns null when the extension was updated or removed: this script then leaves the page. */
  async #send<Kind extends ContentMessage['kind']>(
    message: Extract<ContentMessage, { kind: Kind }>,
  ): Promise<ContentAnswer[Kind] | null> {
    try {
      return ((await browser.runtime.sendMessage(message)) as ContentAnswer[Kind] | undefined) ?? null
    } catch {
      this.destroy()
      return null
    }
  }
}

/** Returns the sentence about a task that the server has not accepted; null for one that it has. */
function describe(outcome: Outcome): string | null {
  if (outcome.done) return null
  const { problem } = outcome
  return problem?.kind === 'refused'
    ? `${texts.notKept}: ${problem.message}`
    : (problem?.message ?? texts.waiting)
}
