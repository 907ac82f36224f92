import type { ReactNode } from 'react'
import type { Icon } from './Button.tsx'
import { classes } from '../classes.ts'
import css from './RadioCards.module.css'

export interface RadioCard<T> {
  value: T
  title: string
  line: string
  icon?: Icon
  disabled?: boolean
  badge?: ReactNode
}

/** Shows a group of radio buttons as cards, each with a title and an explanation. */
export function RadioCards<T extends number | string>({
  name,
  label,
  value,
  choices,
  twoColumns,
  isFirst = false,
  onChange,
}: {
  /** The name of the radio button group. */
  name: string
  label: string
  value: T
  choices: readonly RadioCard<T>[]
  /** Shows the choices in two columns: where the width allows it, or always. */
  twoColumns?: 'wide' | 'always'
  /** The dialog opens with the focus on the choice. */
  isFirst?: boolean
  onChange: (value: T) => void
}) {
  return (
    <fieldset>
      <legend className={css.legend}>{label}</legend>
      <div className={classes(css.choices, twoColumns && css.twoColumns, twoColumns === 'wide' && css.wide)}>
        {choices.map(({ value: each, title, line, icon: Glyph, disabled, badge }) => (
          <label
            key={each}
            className={classes(
              'row g10',
              css.choice,
              each === value && css.selected,
              disabled && css.disabled,
            )}
          >
            <input
              type="radio"
              data-autofocus={isFirst && each === value ? true : undefined}
              className={css.radio}
              name={name}
              checked={each === value}
              disabled={disabled}
              onChange={() => onChange(each)}
            />
            {Glyph && <Glyph className="i s18" />}
            <span className="grow">
              <span className="w540 block">{title}</span>
              <span className={`text12 t3 anywhere block ${css.line}`}>{line}</span>
            </span>
            {badge}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
