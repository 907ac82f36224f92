/**
 * Letters typed between a key that opens a dialog and the moment its field is there belong to the field. They
 * are caught here and handed over.
 */
let caught: { words: string; stop: () => void } | null = null
const longest = 4000

/** Begins to catch what is typed. */
export function catchTyping(): void {
  caught?.stop()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !caught) return
    if (event.key.length === 1) caught.words += event.key
    else if (event.key === 'Backspace') caught.words = caught.words.slice(0, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => {
    window.removeEventListener('keydown', onKeyDown, true)
    clearTimeout(limit)
    caught = null
  }
  const limit = setTimeout(stop, longest)
  window.addEventListener('keydown', onKeyDown, true)
  caught = { words: '', stop }
}

/** What was typed so far. */
export function typedAhead(): string {
  return caught?.words ?? ''
}

/** The field is there: it hears the keys itself now. */
export function stopCatching(): void {
  caught?.stop()
}
