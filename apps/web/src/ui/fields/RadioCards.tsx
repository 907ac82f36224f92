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
  isLarge = false,
  disabled: isOff,
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
  /** The choices are the main content of a dialog: their label is only for screen readers. */
  isLarge?: boolean
  disabled?: boolean
  onChange: (value: T) => void
}) {
  return (
    <fieldset className={isLarge ? css.large : undefined} disabled={isOff}>
      <legend className={isLarge ? 'sr' : css.legend}>{label}</legend>
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
              aria-label={title}
              aria-describedby={`${name}-${each}`}
              checked={each === value}
              disabled={disabled}
              onChange={() => onChange(each)}
            />
            {Glyph && <Glyph className="i s18" />}
            <span className="grow">
              <span className={classes('block', isLarge ? 'text14 w560' : 'w540')}>{title}</span>
              <span
                id={`${name}-${each}`}
                className={classes('anywhere block', isLarge ? 't2 f13' : 'text12 t3', css.line)}
              >
                {line}
              </span>
            </span>
            {badge}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
