/**
 * Letters typed between a key that opens a dialog and the moment its field is there belong to the field. They
 * are caught here and handed over.
 */
let captured: { text: string; stop: () => void } | null = null
const maxDuration = 4000

/** Begins to catch what is typed. */
export function captureTyping(): void {
  captured?.stop()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !captured) return
    if (event.key.length === 1) captured.text += event.key
    else if (event.key === 'Backspace') captured.text = captured.text.slice(0, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => {
    window.removeEventListener('keydown', onKeyDown, true)
    clearTimeout(timeout)
    captured = null
  }
  const timeout = setTimeout(stop, maxDuration)
  window.addEventListener('keydown', onKeyDown, true)
  captured = { text: '', stop }
}

/** What was typed so far. */
export function getCapturedText(): string {
  return captured?.text ?? ''
}

/** The field is there: it hears the keys itself now. */
export function stopCapturing(): void {
  captured?.stop()
}
