import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import css from './Drawer.module.css'

/** A panel at the side. The native dialog element traps the focus and closes with Esc. */
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
    // Unmounting also removes it from the top layer. Closing it in a cleanup would fire `onClose`.
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
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === dialog.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
