import { useLayoutEffect, useRef } from 'preact/hooks'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox')

/**
 * Listens to the keys of the whole popup while a component is shown: the focus is lost with a field or button that goes, and by a
 * click beside the fields.
 * @param keys what each key does outside of fields, by its name in lower case
 * @param save is called by Enter where no button has the focus, and by Control and Enter anywhere
 */
export function useDocumentKeys(
  keys: Readonly<Record<string, (() => void) | undefined>>,
  save: (() => Promise<void>) | undefined,
): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const withControl = event.ctrlKey || event.metaKey
    const isPlain = !withControl && !event.altKey && !isField(event.target)
    const saves = event.key === 'Enter' && (withControl || event.target === document.body)
    const act = saves ? save : isPlain ? keys[event.key.toLowerCase()] : undefined
    if (!act) return
    event.preventDefault()
    void act()
  }
  const latestRef = useRef(onKeyDown)
  useLayoutEffect(() => {
    latestRef.current = onKeyDown
  })
  // With the first frame: a key may be pressed before its effects run.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => latestRef.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
