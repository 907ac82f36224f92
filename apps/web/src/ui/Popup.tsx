import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import css from './Popup.module.css'

/**
 * A panel that hangs from a field, as wide as the field, above everything. A press beside it or Escape closes it.
 * On the phone it can be a sheet from below.
 */
export function Popup({
  anchor,
  sheet,
  className,
  onClose,
  children,
}: {
  anchor: HTMLElement
  /** A sheet from below on the phone. */
  sheet?: boolean
  className?: string
  /** @param byKey Escape: the focus goes back to the field */
  onClose: (byKey: boolean) => void
  children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    element.showPopover()
    const put = () => place(element, anchor.getBoundingClientRect())
    put()
    const watch = new ResizeObserver(put)
    watch.observe(element)
    window.addEventListener('resize', put)
    document.addEventListener('scroll', put, { capture: true, passive: true })
    return () => {
      watch.disconnect()
      window.removeEventListener('resize', put)
      document.removeEventListener('scroll', put, { capture: true })
    }
  }, [anchor])

  useEffect(() => {
    const press = (event: PointerEvent) => {
      const target = event.target as Node
      if (!panel.current?.contains(target) && !anchor.contains(target)) close(false)
    }
    document.addEventListener('pointerdown', press, { capture: true })
    return () => document.removeEventListener('pointerdown', press, { capture: true })
  }, [anchor])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // The dialog beneath stays open.
    event.preventDefault()
    event.stopPropagation()
    onClose(true)
  }
  return (
    <div
      ref={panel}
      popover="manual"
      className={classes(css.panel, sheet && css.sheet, className)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

/** Below the field, or above it where there is more room. */
function place(panel: HTMLElement, at: DOMRect): void {
  const below = innerHeight - at.bottom - 12
  const above = at.top - 12
  const up = below < Math.min(panel.scrollHeight, 260) && above > below
  panel.style.setProperty('--left', `${at.left}px`)
  panel.style.setProperty('--width', `${at.width}px`)
  panel.style.setProperty('--room', `${up ? above : below}px`)
  panel.style.setProperty('--top', up ? 'auto' : `${at.bottom + 4}px`)
  panel.style.setProperty('--bottom', up ? `${innerHeight - at.top + 4}px` : 'auto')
}
