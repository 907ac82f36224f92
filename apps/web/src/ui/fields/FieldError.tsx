import type { ReactNode } from 'react'
import { IconAlertTriangle } from '../icons.ts'

/** The error message of a field. Reference its ID in `aria-describedby`. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="row text12 g4 bad mt4" role="alert">
      <IconAlertTriangle className="i s13" />
      {children}
    </p>
  )
}
