import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import css from './encryption.module.css'

/** A checkbox in a frame. @param children its text, where that is more than the label */
export function Tick({
  label,
  checked,
  disabled = false,
  textClass,
  onChange,
  children = label,
}: {
  label: string
  checked: boolean
  disabled?: boolean
  textClass?: string
  onChange: (checked: boolean) => void
  children?: ReactNode
}) {
  return (
    <label
      className={`row g10 w540 ${css.tick}`}
      data-on={checked || undefined}
      data-off={disabled || undefined}
    >
      <Checkbox label={label} checked={checked} disabled={disabled} onChange={() => onChange(!checked)} />
      <span aria-hidden="true" className={textClass}>
        {children}
      </span>
    </label>
  )
}
