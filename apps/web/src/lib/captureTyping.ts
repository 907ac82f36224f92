/**
 * The text that the user types between the key that opens a dialog and the moment its field is rendered. The
 * field receives it.
 */
let captured: { text: string; stop: () => void } | null = null
const maxDuration = 4000

/** Starts to capture typed text. */
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

/** Returns the captured text. */
export function getCapturedText(): string {
  return captured?.text ?? ''
}

/** Stops capturing: the field is rendered and receives the keys itself. */
export function stopCapturing(): void {
  captured?.stop()
}
