import type { ReactNode } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { IconLockOpen } from '../../ui/icons.ts'
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

/** Says that something is not encrypted, and offers what can be done about it. */
export function NotEncrypted({ line, action, run }: { line: string; action: string; run: () => void }) {
  return (
    <div className={`row g10 w540 ${css.tick}`} role="note">
      <IconLockOpen className="i" />
      <span className="grow">{line}</span>
      <Button size="sm" type="button" onClick={run}>
        {action}
      </Button>
    </div>
  )
}
