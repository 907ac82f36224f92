import { limits } from '@nestmark/core/limits'
import { barTexts as texts } from '@nestmark/texts/extension'
import type { PageState } from '../background/answerContent.ts'
import type { Outcome } from '../background/queue.ts'
import { askBackground, isExtensionAlive } from './askBackground.ts'
import { FocusKeeper } from './focusKeeper.ts'
import type { Style } from './Eggs.tsx'
import { holdSelection, isDarkPage, isInWindow, pageAddress, selectionBoxes } from './page.ts'
import { listenToPage, readSelectionLength } from './pageEvents.ts'
import { copyText, toToast } from './outcomeToast.ts'
import { PageHighlights } from './pageHighlights.ts'
import { savePage } from './pageSaver.ts'
import type { Shadow } from './shadow.ts'
import type { ToastContent } from './Toast.tsx'

/** What is open beside the page. */
export type Open =
  | { kind: 'nothing' }
  | { kind: 'selection'; length: number; takesFocus: boolean }
  | { kind: 'highlight' | 'card'; id: string; takesFocus: boolean }

/** What the view shows. */
export interface View {
  page: PageState
  highlights: PageHighlights
  open: Open
  /** The highlight with a ring in the page. */
  current: string | null
  isListOpen: boolean
  /** Increases when the list has to take the focus. */
  listFocus: number
  /** The plan allows no more highlights on this page: the server has refused one. */
  isFull: boolean
  toast: ToastContent | null
}

/** How long a toast is shown, and one with a way back, in milliseconds. */
const [toastMs, actionMs] = [4000, 8000]
/** How often the address is compared (`pushState` makes no event), and what the page has removed is restored. */
const watchMs = 1000
/** The bar of a selection goes when the page was scrolled so far, in pixels. */
const farScroll = 200
const notKnown: PageState = { isConnected: false, isOff: true, highlights: [], savedIn: null, lastStyle: 1 }

/** The highlights of the page in which the script runs: shows them, makes new ones, and keeps them by the background. */
export class PageSession {
  readonly highlights: PageHighlights
  readonly #shadow: Shadow
  readonly #render: (view: View | null) => void
  readonly #ending = new AbortController()
  readonly #focus: FocusKeeper
  readonly #timer
  /** Nothing is shown before the background has answered: until then it is not known what the person may do here. */
  readonly #first: Promise<void>
  #page = notKnown
  #open: Open = { kind: 'nothing' }
  #listed: string | null = null
  #isListOpen = false
  #listFocus = 0
  #isFull = false
  #toast: ToastContent | null = null
  #toastTimer: ReturnType<typeof setTimeout> | undefined
  #openedAt = 0

  /** @param render shows the view; null removes it */
  constructor(shadow: Shadow, render: (view: View | null) => void) {
    this.#shadow = shadow
    this.#render = render
    this.#focus = new FocusKeeper(shadow.host)
    this.highlights = new PageHighlights(shadow.host, () => this.#update())
    listenToPage(
      {
        selected: length => this.#selected(length),
        clicked: event => this.#clicked(event),
        moved: () => this.#moved(),
        escaped: () => this.#open.kind !== 'nothing' && !this.#focus.isInside && this.close(),
        returned: isOutdated => {
          // The person may have connected, or changed the plan, in another tab.
          if (isOutdated || this.#isFull || !this.#page.isConnected) void this.#load()
          this.#isFull = false
        },
      },
      this.#ending.signal,
    )
    this.#first = this.#load()
    this.#timer = setInterval(() => this.#watch(), watchMs)
  }

  /** The command of the keyboard: highlights the selection in the last colour, or opens the list, and takes the focus. */
  async callByKey(): Promise<void> {
    await this.#first
    if (this.#ending.signal.aborted) return
    const length = readSelectionLength()
    if (length === 0 && this.highlights.list().length > 0) this.toggleList(true)
    else if (length === 0) this.say({ title: texts.noSelection })
    else if (this.#page.isConnected && !this.#isFull && length <= limits.highlightText)
      await this.create(this.#page.lastStyle, 'highlight')
    else this.setOpen({ kind: 'selection', length, takesFocus: true })
  }

  /** Highlights the selection, and opens what follows. */
  async create(style: Style, then: 'nothing' | 'highlight' | 'card'): Promise<void> {
    const boxes = selectionBoxes()
    const collapse = holdSelection()
    const anchor = await this.highlights.readSelection()
    if (!anchor || anchor.quote.exact.length > limits.highlightText) return
    this.#page = { ...this.#page, lastStyle: style }
    const { id, saving } = this.highlights.create(anchor, style, boxes)
    collapse()
    if (then === 'nothing') this.close()
    else this.setOpen({ kind: then, id, takesFocus: true })
    await this.#tellNew(id, await saving)
  }

  async retry(id: string): Promise<void> {
    await this.#tellNew(id, await this.highlights.keep(id))
  }

  async change(id: string, changes: { style?: Style; comment?: string }): Promise<void> {
    const wasRefused = this.highlights.refused.has(id)
    const outcome = await this.highlights.change(id, changes)
    if (wasRefused) await this.#tellNew(id, outcome)
    else this.#tell(outcome)
  }

  async remove(id: string): Promise<void> {
    this.close()
    this.#isFull = false
    this.#tell(await this.highlights.remove(id))
  }

  async copy(id: string): Promise<void> {
    this.say(await copyText(this.highlights.get(id)?.text ?? ''))
  }

  async savePage(): Promise<void> {
    this.close()
    const outcome = await savePage(this.highlights.address, this.highlights.savedCount, {
      say: toast => this.say(toast),
      savedIn: savedIn => (this.#page = { ...this.#page, savedIn }),
    })
    if (outcome !== undefined) this.#tell(outcome)
  }

  async hideHere(): Promise<void> {
    await askBackground({ kind: 'hideHere', url: this.highlights.address })
    this.destroy()
  }

  /** Remembers where the tab at the edge was put, as a share of the height of the window. */
  placeTab(share: number): void {
    this.#page = { ...this.#page, tabPlace: share }
    this.#update()
    void askBackground({ kind: 'placeTab', share })
  }

  /** Opens a page of the extension or of Nestmark in a new tab. */
  go(kind: 'openSettings' | 'openLibrary' | 'openUpgrade'): void {
    // The next highlight asks the server again.
    if (kind === 'openUpgrade') this.#isFull = false
    void askBackground({ kind })
  }

  setOpen(open: Open): void {
    const before = this.#open
    if (before.kind === 'nothing' && open.kind !== 'nothing') this.#shadow.raise()
    if ('takesFocus' in open && open.takesFocus) this.#focus.keep()
    this.#open = open
    this.#openedAt = scrollY
    this.#update()
    if ('id' in before && !('id' in open && open.id === before.id)) void this.highlights.leave(before.id)
  }

  /** Closes bar and card, and returns the focus to where it was. */
  close(): void {
    const hadFocus = this.#focus.isInside
    this.setOpen({ kind: 'nothing' })
    if (!hadFocus) return
    if (this.#isListOpen) this.#listFocus++
    else this.#focus.giveBack()
    this.#update()
  }

  toggleList(isOpen = !this.#isListOpen): void {
    if (isOpen) this.#focus.keep()
    this.#isListOpen = isOpen
    this.#listed = null
    this.#update()
    if (!isOpen) this.#focus.giveBack()
  }

  /** Shows where a highlight of the list is. */
  show(id: string): void {
    const [box] = this.highlights.boxesOf(id)
    const isOutside = box && (box.top < 0 || box.bottom > innerHeight)
    if (isOutside) scrollBy({ top: box.top - innerHeight / 3, behavior: 'instant' })
    this.#listed = id
    this.#update()
  }

  say(toast: ToastContent): void {
    this.#toast = toast
    clearTimeout(this.#toastTimer)
    const hide = () => {
      this.#toast = null
      this.#update()
    }
    this.#toastTimer = setTimeout(hide, toast.action ? actionMs : toastMs)
    this.#update()
  }

  /** Erases everything: on sites of the person's list, and when the extension was updated. */
  destroy(): void {
    this.#ending.abort()
    clearInterval(this.#timer)
    clearTimeout(this.#toastTimer)
    this.highlights.destroy()
    this.#render(null)
  }

  #watch(): void {
    if (!isExtensionAlive()) return this.destroy()
    if (pageAddress() !== this.highlights.address) void this.#load()
    // The page may replace its whole body.
    if (!this.#shadow.host.isConnected && document.body instanceof HTMLElement) this.#shadow.raise()
  }

  /** Loads the highlights of the page, also when its script has changed the address. */
  async #load(): Promise<void> {
    const url = pageAddress()
    const isNew = url !== this.highlights.address
    if (isNew) {
      this.#page = notKnown
      await this.highlights.replace(url, [])
    }
    const ground = isDarkPage() ? 'dark' : 'light'
    const page = await askBackground({ kind: 'openPage', url, ground, hasRules: this.#shadow.hasRules() })
    if (!page || url !== this.highlights.address || this.#ending.signal.aborted) return
    if (page.isOff) return this.destroy()
    // What the server could not tell is as it was.
    const isStale = page.problem !== undefined && !isNew
    this.#page = isStale ? { ...this.#page, isConnected: page.isConnected, problem: page.problem } : page
    if (isNew) this.setOpen({ kind: 'nothing' })
    if (isStale) this.#update()
    else await this.highlights.replace(url, page.highlights)
    // What was selected since then.
    if (isNew) this.#selected(readSelectionLength())
  }

  /** Says what became of a new highlight. One that is refused stays open, with its reason. */
  async #tellNew(id: string, outcome: Outcome | null): Promise<void> {
    const problem = this.highlights.refused.get(id)
    if (!problem) return this.#tell(outcome)
    if (problem.code === 'plan.highlights') this.#isFull = true
    if (this.#open.kind === 'nothing') this.setOpen({ kind: 'highlight', id, takesFocus: false })
    else if ('id' in this.#open && this.#open.id === id) this.#update()
    else await this.highlights.leave(id)
  }

  #tell(outcome: Outcome | null): void {
    const toast = toToast(outcome)
    if (!toast || !isExtensionAlive()) return
    const problem = outcome && !outcome.done ? outcome.problem : undefined
    if (problem?.kind === 'ended') this.#page = { ...this.#page, isConnected: false, problem }
    this.say(toast)
  }

  #selected(length: number): void {
    if (length > 0 && this.#page !== notKnown) this.setOpen({ kind: 'selection', length, takesFocus: false })
    else if (this.#open.kind === 'selection') this.close()
  }

  #clicked(event: MouseEvent): void {
    if (event.composedPath().includes(this.#shadow.host)) return
    const id = selectionBoxes().length > 0 ? null : this.highlights.findAt(event.clientX, event.clientY)
    if (id !== null) this.setOpen({ kind: 'highlight', id, takesFocus: false })
    else if ('id' in this.#open) this.setOpen({ kind: 'nothing' })
  }

  #moved(): void {
    const isFar = Math.abs(scrollY - this.#openedAt) > farScroll
    if (this.#open.kind === 'selection' && isFar) this.close()
    else if (this.#open.kind === 'card' && !isInWindow(this.highlights.boxesOf(this.#open.id))) this.close()
    else if (this.#open.kind !== 'nothing' || this.#listed !== null) this.#update()
  }

  #update(): void {
    if (this.#ending.signal.aborted || this.#page === notKnown) return
    this.#render({
      page: this.#page,
      highlights: this.highlights,
      open: this.#open,
      current: 'id' in this.#open ? this.#open.id : this.#listed,
      isListOpen: this.#isListOpen,
      listFocus: this.#listFocus,
      isFull: this.#isFull,
      toast: this.#toast,
    })
  }
}
