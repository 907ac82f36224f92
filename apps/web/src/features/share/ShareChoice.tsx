import type { ReactNode } from 'react'
import type { Icon } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import css from './Share.module.css'

export interface Choice<T> {
  value: T
  title: string
  line: string
  icon: Icon
  disabled?: boolean
  badge?: ReactNode
}

/** One of a few choices, each with what it means. */
export function ShareChoice<T extends number>({
  name,
  label,
  value,
  choices,
  beside,
  onChange,
}: {
  /** Of the group of radio buttons. */
  name: string
  label: string
  value: T
  choices: readonly Choice<T>[]
  /** Side by side where there is room. */
  beside?: boolean
  onChange: (value: T) => void
}) {
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      <div className={classes(css.choices, beside && css.beside)}>
        {choices.map(({ value: each, title, line, icon: Glyph, disabled, badge }) => (
          <label key={each} className={classes(css.choice, each === value && css.on, disabled && css.off)}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              checked={each === value}
              disabled={disabled}
              onChange={() => onChange(each)}
            />
            <Glyph className="i s18" />
            <span className="grow">
              <span className={css.strong}>{title}</span>
              <span className={css.line}>{line}</span>
            </span>
            {badge}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
