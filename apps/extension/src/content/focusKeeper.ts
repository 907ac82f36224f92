/** Remembers which element of the page had the focus before the extension took it. */
export class FocusKeeper {
  readonly #host: HTMLElement
  #before: HTMLElement | null = null

  /** @param host the element of the extension */
  constructor(host: HTMLElement) {
    this.#host = host
  }

  /** Whether the focus is in the extension. */
  get isInside(): boolean {
    return document.activeElement === this.#host
  }

  /** Call this before the extension takes the focus. */
  keep(): void {
    if (!this.isInside) this.#before = document.activeElement as HTMLElement | null
  }

  /** Returns the focus to the page, where the extension has it. */
  giveBack(): void {
    const before = this.#before
    this.#before = null
    // A removed part of the extension has left the focus to the body.
    if (!this.isInside && document.activeElement !== document.body) return
    if (before && before !== document.body && before.isConnected) before.focus({ preventScroll: true })
    else if (this.isInside) this.#host.blur()
  }
}
