import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useCloseRequest } from '../../lib/overlays/useCloseRequest.ts'
import { classes } from '../classes.ts'
import css from './Popup.module.css'

/**
 * A panel below a field, as wide as the field, in the top layer. A press outside or Esc closes it. On phones
 * it can be a bottom sheet.
 */
export function Popup({
  anchor,
  sheet,
  label,
  className,
  onClose,
  children,
}: {
  anchor: HTMLElement
  /** A bottom sheet on phones. */
  sheet?: boolean
  /** The name of a dialog that receives the focus. Without it, the focus stays in the field. */
  label?: string
  className?: string
  /** @param byKey Esc: the focus returns to the field */
  onClose: (byKey: boolean) => void
  children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    element.showPopover()
    const update = () => position(element, anchor.getBoundingClientRect())
    update()
    if (label !== undefined) element.focus({ preventScroll: true })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    window.addEventListener('resize', update)
    document.addEventListener('scroll', update, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', update)
      document.removeEventListener('scroll', update, { capture: true })
    }
  }, [anchor, label])

  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target as Node
      if (!panel.current?.contains(target) && !anchor.contains(target)) close(false)
    }
    document.addEventListener('pointerdown', onPointerDown, { capture: true })
    return () => document.removeEventListener('pointerdown', onPointerDown, { capture: true })
  }, [anchor])

  useCloseRequest(() => onClose(true))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // The dialog below remains open.
    event.preventDefault()
    event.stopPropagation()
    onClose(true)
  }
  return (
    <div
      ref={panel}
      popover="manual"
      {...(label !== undefined && { role: 'dialog', 'aria-label': label, tabIndex: -1 })}
      className={classes(css.panel, sheet && css.sheet, className)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

/** Positions the panel below the field, or above it where there is more space. */
function position(panel: HTMLElement, anchorBox: DOMRect): void {
  const below = innerHeight - anchorBox.bottom - 12
  const above = anchorBox.top - 12
  const up = below < Math.min(panel.scrollHeight, 260) && above > below
  panel.style.setProperty('--left', `${anchorBox.left}px`)
  panel.style.setProperty('--width', `${anchorBox.width}px`)
  panel.style.setProperty('--room', `${up ? above : below}px`)
  panel.style.setProperty('--top', up ? 'auto' : `${anchorBox.bottom + 4}px`)
  panel.style.setProperty('--bottom', up ? `${innerHeight - anchorBox.top + 4}px` : 'auto')
}
