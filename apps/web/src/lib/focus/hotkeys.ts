import { useEventListener } from './useEventListener.ts'

/** Handlers by key, such as 'ctrl+shift+l', '/', 'escape'. Ctrl also means the Command key of a Mac. */
export type Hotkeys = Record<string, (event: KeyboardEvent) => void>

function formatKey(event: KeyboardEvent): string {
  const parts: string[] = []
  if (event.ctrlKey || event.metaKey) parts.push('ctrl')
  if (event.altKey) parts.push('alt')
  if (event.shiftKey && (parts.length > 0 || event.key.length > 1)) parts.push('shift')
  return [...parts, event.key.toLowerCase()].join('+')
}

/** Returns whether the user is typing into a field. Single characters then belong to the text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=checkbox], [type=radio]), textarea, [role=combobox]'))
  )
}

/** Listens to keys on the entire page while the component is mounted. */
export function useHotkeys(keys: Hotkeys): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const run = keys[formatKey(event)]
    if (!run) return
    const isPlainKey = !event.ctrlKey && !event.metaKey && event.key.length === 1
    if (isPlainKey && isTyping(event.target)) return
    run(event)
  }
  useEventListener('keydown', onKeyDown, window)
}
