/**
 * The text that the user types or pastes between the key that opens a dialog and the rendering of its field, and whether
 * Enter followed it. The field receives both.
 */
let captured: { text: string; isEntered: boolean; stop: () => void } | null = null
const maxDuration = 4000

/** Starts to capture typed text. */
export function captureTyping(): void {
  captured?.stop()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !captured) return
    if (event.isComposing) return
    if (event.key === 'Enter') captured.isEntered = true
    else if (event.key.length === 1) captured.text += event.key
    else if (event.key === 'Backspace') captured.text = captured.text.slice(0, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (captured) captured.text += event.clipboardData?.getData('text/plain').trim() ?? ''
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => {
    window.removeEventListener('keydown', onKeyDown, true)
    window.removeEventListener('paste', onPaste, true)
    clearTimeout(timeout)
    captured = null
  }
  const timeout = setTimeout(stop, maxDuration)
  window.addEventListener('keydown', onKeyDown, true)
  window.addEventListener('paste', onPaste, true)
  captured = { text: '', isEntered: false, stop }
}

/** Returns the captured text. */
export function getCapturedText(): string {
  return captured?.text ?? ''
}

/**
 * Stops capturing and passes on the captured text, and whether Enter was pressed. Call it when the field gets the focus:
 * from then on it receives the keys itself, and earlier keys would be lost.
 */
export function deliverCapturedText(take: (text: string, isEntered: boolean) => void): void {
  if (!captured) return
  const { text, isEntered, stop } = captured
  stop()
  if (text !== '' || isEntered) take(text, isEntered)
}
