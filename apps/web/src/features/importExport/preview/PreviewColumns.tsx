import { type ColumnRole, columnRoles } from '@nestmark/core/bookmarkFormats/csv/columnRoles'
import type { ImportPreview } from '@nestmark/contract/transfer/importPreview'
import { importPreviewTexts as texts } from '@nestmark/texts/transfer/importPreview'
import { Select } from '../../../ui/menus/Select.tsx'
import css from './ImportPreview.module.css'

/** Roles that several columns may have. */
const shared: readonly ColumnRole[] = ['note', 'tags', 'none']

/** The columns of a table of no known program, with what each is taken for. A person may change it. */
export function PreviewColumns({
  columns,
  onChange,
}: {
  columns: NonNullable<ImportPreview['columns']>
  onChange: (roles: ColumnRole[]) => void
}) {
  const choose = (at: number, role: ColumnRole) =>
    onChange(
      columns.map((column, other) => {
        if (other === at) return role
        return column.role === role && !shared.includes(role) ? 'none' : column.role
      }),
    )
  return (
    <section>
      <h2 className={css.heading}>{texts.columns}</h2>
      <ul className={css.columnList}>
        {columns.map(({ name, sample, role }, at) => (
          <li key={at} className={`row wrap ${css.choice}`}>
            <span className="grow">
              <span className="el block" dir="auto">
                {name || texts.column(at + 1)}
              </span>
              <span className={`el ${css.secondary}`} dir="auto">
                {sample || texts.noSample}
              </span>
            </span>
            <Select
              className={css.role}
              label={texts.roleOf(name || texts.column(at + 1))}
              options={columnRoles.map(each => ({ value: each, label: texts.roles[each] }))}
              value={role}
              onChange={each => choose(at, each)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
