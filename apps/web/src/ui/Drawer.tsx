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
    // Leaving the page takes it out of the top layer too; closing it here would be told as a wish to close.
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
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
