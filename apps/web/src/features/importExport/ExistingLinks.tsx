import type { ImportReport } from '@nestmark/contract/transfer/importExport'
import { formatNumber } from '@nestmark/texts/counts'
import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { toParentName } from '../collections/data.ts'
import css from './ImportExport.module.css'

/** Lists the addresses of the file that were already saved before the import, with links to them. */
export function ExistingLinks({
  existing: { total, links },
}: {
  existing: NonNullable<ImportReport['existing']>
}) {
  return (
    <section>
      <div className={`row wrap ${css.rowsHead}`}>
        <h4 className={css.rowsTitle}>{texts.existingTitle}</h4>
        <span className={css.secondary}>
          {total > links.length ? texts.rowsMore(links.length, total) : formatNumber(total)}
        </span>
      </div>
      <p className={css.secondary}>{texts.existingLine}</p>
      <div className={css.rows} role="region" aria-label={texts.existingTitle}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.row}</th>
              <th scope="col">{texts.existingLink}</th>
              <th scope="col">{texts.existingIn}</th>
            </tr>
          </thead>
          <tbody>
            {links.map(({ row, _id, name, link, parent, parent_name: parentName }) => (
              <tr key={row}>
                <td className="num">{formatNumber(row)}</td>
                <td dir="auto">
                  <a className={css.link} href={`/l/${_id}`} target="_blank" rel="noopener" title={link}>
                    {name || link}
                  </a>
                </td>
                <td dir="auto">
                  <a className={css.link} href={`/c/${parent}`} target="_blank" rel="noopener">
                    {toParentName({ parent_name: parentName })}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
