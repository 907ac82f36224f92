/**
 * Lets the back button close the topmost open part of the page in browsers without CloseWatcher, such as Firefox on
 * Android. One more history entry with the same address exists while a part is open, and Back leaves this entry.
 *
 * The entry remains when the part is closed otherwise. A removal by `history.back()` takes effect later, and could go
 * back from a page that was opened since then. The next part uses the entry again, and Back skips it.
 */

/** The state of the router. The extra entry has a copy of the state of the entry below it. */
interface EntryState {
  key?: string
  idx?: number
  overlay?: true
}

const openParts: (() => void)[] = []
/** The state of the last extra entry that was current. */
let extra: EntryState | null = null

const getState = () => history.state as EntryState | null

/** Adds an open part, and returns a function that removes it. */
export function openOverPage(onBack: () => void): () => void {
  openParts.push(onBack)
  ensureEntry()
  return () => {
    openParts.splice(openParts.lastIndexOf(onBack), 1)
  }
}

function ensureEntry(): void {
  if (openParts.length > 0 && !getState()?.overlay) history.pushState({ ...getState(), overlay: true }, '')
  extra = getState()
}

/** Watches the history, also for the extra entry of a page that was reloaded. */
export function watchOverlayHistory(): void {
  if (getState()?.overlay) extra = getState()
  window.addEventListener('popstate', () => {
    const now = getState()
    const left = extra
    extra = now?.overlay ? now : null
    const isBelow = left !== null && !now?.overlay && left.key === now?.key && left.idx === now?.idx
    if (!isBelow) return
    const close = openParts.at(-1)
    if (!close) return history.back()
    close()
    // Another part may be open below, or the part may remain open, such as a dialog that returns to its previous step.
    setTimeout(() => openParts.length > 0 && ensureEntry())
  })
}
