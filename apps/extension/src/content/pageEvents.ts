import { onConnectionChange } from '../lib/connectionChange.ts'
import { isExtensionAlive } from './askBackground.ts'
import { selectionBoxes, isEditing } from './page.ts'

/** What happens in the page. */
export interface PageListener {
  /** A selection rests: the number of its characters; 0 where there is none, or one that is no text of the page. */
  selected(length: number): void
  clicked(event: MouseEvent): void
  /** What is beside the page may have to move. */
  moved(): void
  escaped(): void
  /**
   * The page is shown again, or is shown while the connection changes.
   * @param isOutdated the history has restored it as it was (bfcache), or the connection has changed since it was last shown
   */
  returned(isOutdated: boolean): void
}

/** How long a selection rests before the bar appears, in milliseconds. */
const restMs = 150

/** Returns the number of characters that are selected in the text of the page; 0 in fields and editors. */
export function readSelectionLength(): number {
  const isText = selectionBoxes().length > 0 && !isEditing()
  return isText ? (getSelection()?.toString().trim().length ?? 0) : 0
}

/** Listens to the page until a signal. Events that the page itself makes up are left out. */
export function listenToPage(listener: PageListener, signal: AbortSignal): void {
  let rest: ReturnType<typeof setTimeout> | undefined
  const options = { signal, capture: true, passive: true }
  document.addEventListener(
    'selectionchange',
    () => {
      clearTimeout(rest)
      rest = setTimeout(() => listener.selected(readSelectionLength()), restMs)
    },
    options,
  )
  document.addEventListener('click', event => event.isTrusted && listener.clicked(event), { signal })
  window.addEventListener(
    'keydown',
    event => event.isTrusted && event.key === 'Escape' && listener.escaped(),
    options,
  )
  for (const type of ['scroll', 'resize']) window.addEventListener(type, () => listener.moved(), options)
  window.addEventListener('pageshow', event => event.persisted && listener.returned(true), options)
  let isOutdated = false
  const show = () => {
    // Of many tabs, only those that are seen ask the server.
    if (document.hidden) return
    listener.returned(isOutdated)
    isOutdated = false
  }
  document.addEventListener('visibilitychange', show, options)
  const stopListening = onConnectionChange(() => {
    isOutdated = true
    show()
  })
  signal.addEventListener('abort', () => {
    clearTimeout(rest)
    if (isExtensionAlive()) stopListening()
  })
}
