import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import css from './Drawer.module.css'

/** A panel from the side. The browser's own dialog keeps the focus in it and closes it with Esc. */
export function Drawer({
  label,
  width,
  onClose,
  children,
}: {
  label: string
  width: number
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={css.drawer}
      style={{ '--width': `${width}px` } as CSSProperties}
      aria-label={label}
      onClose={onClose}
      onClick={event => {
        // The backdrop belongs to the dialog itself.
        if (event.target === dialog.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
