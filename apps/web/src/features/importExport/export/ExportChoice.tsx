import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { classes } from '../../../ui/classes.ts'
import css from './Export.module.css'

/** The content of an export. */
export type ExportKind = 'bookmarks' | 'everything'

const choices: readonly { kind: ExportKind; title: string; line: string }[] = [
  { kind: 'bookmarks', title: texts.exportBookmarks, line: texts.exportLine },
  { kind: 'everything', title: texts.exportEverything, line: texts.everythingLine },
]

/** Lets the user choose what to export. */
export function ExportChoice({
  value,
  disabled,
  onChange,
}: {
  value: ExportKind
  disabled: boolean
  onChange: (kind: ExportKind) => void
}) {
  return (
    <fieldset className={`g8 min0 ${css.group}`} disabled={disabled}>
      <legend className="sr">{texts.exportKind}</legend>
      {choices.map(({ kind, title, line }) => (
        <label key={kind} className={classes('flex g12', css.choice, kind === value && css.selected)}>
          <input
            type="radio"
            name="export"
            className={css.radio}
            aria-label={title}
            aria-describedby={`export-${kind}`}
            checked={kind === value}
            onChange={() => onChange(kind)}
          />
          <span>
            <span className="text14 w560 block">{title}</span>
            <span id={`export-${kind}`} className={`t2 block f13 ${css.line}`}>
              {line}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
