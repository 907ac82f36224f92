import { useEffect, useEffectEvent } from 'react'

/** Listens to an event of the document, or of another target, while the component is mounted. */
export function useEventListener<Name extends keyof DocumentEventMap>(
  name: Name,
  handler: (event: DocumentEventMap[Name]) => void,
  target: EventTarget | null = document,
): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    const onEvent = (event: Event) => handle(event as DocumentEventMap[Name])
    target?.addEventListener(name, onEvent)
    return () => target?.removeEventListener(name, onEvent)
  }, [name, target])
}
