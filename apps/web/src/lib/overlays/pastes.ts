import { isTyping } from '../focus/hotkeys.ts'
import { type OverlayName, overlays } from './overlay.ts'
import { createStore } from '../store.ts'
import { token } from '../browser/token.ts'

/** A text that was pasted outside of a field. */
export interface Paste {
  text: string
  hasFiles: boolean
  /** The dialog that was open. */
  dialog: OverlayName | undefined
}

/** The pastes that nothing has handled yet: the code that saves an address is loaded after the page. */
export const pastes = createStore<readonly Paste[]>([])

/** Keeps what a signed-in person pastes, from the start of the page on. */
export function keepPastes(): void {
  document.addEventListener('paste', event => {
    if (event.defaultPrevented || token.get() === null || isTyping(event.target)) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const hasFiles = event.clipboardData?.files.length !== 0
    pastes.set(now => [...now, { text, hasFiles, dialog: overlays.get().at(-1)?.name }])
  })
  token.subscribe(() => pastes.set([]))
}
