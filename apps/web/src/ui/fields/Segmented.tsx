import { type KeyboardEvent, useRef } from 'react'
import type { Icon } from './Button.tsx'
import { classes } from '../classes.ts'
import css from './Segmented.module.css'

export interface Segment<T> {
  value: T
  label: string
  /** With an icon, the label is only for screen readers and the tooltip. */
  icon?: Icon
}

/** A segmented control: one choice of a few visible options. */
export function Segmented<T extends string | number>({
  label,
  value,
  options,
  wide = false,
  onChange,
}: {
  label: string
  value: T
  options: readonly Segment<T>[]
  /** Fills the width, with options of one size. */
  wide?: boolean
  onChange: (value: T) => void
}) {
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const index = options.findIndex(option => option.value === value)
    const nextIndex = (index + step + options.length) % options.length
    const next = options[nextIndex]
    if (!next) return
    onChange(next.value)
    group.current?.querySelectorAll('button')[nextIndex]?.focus()
  }
  return (
    <div
      ref={group}
      className={classes(css.segmented, wide && css.wide)}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.icon && option.label}
          data-tip={option.icon && option.label}
          tabIndex={option.value === value ? 0 : -1}
          className={classes('centre t3', css.option, !option.icon && css.text)}
          onClick={() => onChange(option.value)}
        >
          {option.icon ? <option.icon className="i" /> : option.label}
        </button>
      ))}
    </div>
  )
}
