import type { Icon } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import css from './RadioCards.module.css'

/** Shows a group of radio buttons as cards, each with a title and a line. */
export function RadioCards<T extends number>({
  name,
  label,
  value,
  choices,
  twoColumns = false,
  onChange,
}: {
  /** The name of the radio button group. */
  name: string
  label: string
  value: T
  choices: readonly { value: T; title: string; line: string; icon?: Icon }[]
  twoColumns?: boolean
  onChange: (value: T) => void
}) {
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      <div className={classes(css.choices, twoColumns && css.twoColumns)}>
        {choices.map(({ value: each, title, line, icon: Glyph }) => (
          <label key={each} className={classes(css.choice, each === value && css.selected)}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              checked={each === value}
              onChange={() => onChange(each)}
            />
            {Glyph && !twoColumns && <Glyph className="i s18" />}
            <span className="grow">
              <span className={css.title}>{title}</span>
              <span className={css.line}>{line}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
