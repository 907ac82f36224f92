import type { ComponentProps } from 'react'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'

/** A checkbox with its label and a line that explains it. */
export function CheckboxLine({ line, ...checkbox }: ComponentProps<typeof Checkbox> & { line: string }) {
  return (
    <label className="flex g10 top">
      <Checkbox {...checkbox} />
      <span>
        <span className="w540 block">{checkbox.label}</span>
        <span className="text12 t3 block">{line}</span>
      </span>
    </label>
  )
}
