import { useEffect, useEffectEvent, useRef } from 'react'

/** Opens and closes a menu by its trigger. The listeners are native, because the trigger receives only a ref. */
export function useMenuTrigger(
  trigger: HTMLButtonElement | null,
  open: boolean,
  setOpen: (open: boolean) => void,
): void {
  /** Whether the menu was open when the pointer went down: that press closes it before the click event. */
  const wasOpenAtPress = useRef(false)
  const onPointerDown = useEffectEvent(() => {
    wasOpenAtPress.current = open
  })
  const onClick = useEffectEvent((event: MouseEvent) => {
    // The click must not reach the card or row that contains the trigger.
    event.stopPropagation()
    // A click from the keyboard (detail 0) has no preceding press.
    setOpen(!open && !(event.detail > 0 && wasOpenAtPress.current))
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== ' ') return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      setOpen(true)
    }
    event.stopPropagation()
  })
  useEffect(() => {
    if (!trigger) return
    const ending = new AbortController()
    const { signal } = ending
    trigger.addEventListener('pointerdown', () => onPointerDown(), { signal })
    trigger.addEventListener('click', event => onClick(event), { signal })
    trigger.addEventListener('keydown', event => onKeyDown(event), { signal })
    return () => ending.abort()
  }, [trigger])
}
