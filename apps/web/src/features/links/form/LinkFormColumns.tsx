import type { ReactNode } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import css from './LinkForm.module.css'

/** Renders the form element: the fields, and on a wide window the preview next to them. */
export function LinkFormColumns({
  id,
  preview,
  onSubmit,
  children,
}: {
  id: string
  preview: ReactNode
  onSubmit: () => void
  children: ReactNode
}) {
  const phone = usePhone()
  return (
    <form
      id={id}
      noValidate
      className={css.columns}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
      }}
    >
      {children}
      {!phone && preview}
    </form>
  )
}
