import type { ImportReport } from '@nestmark/contract/importExport'
import { collectionsTexts } from '@nestmark/texts/collections'
import { formatNumber } from '@nestmark/texts/counts'
import { transferTexts as texts } from '@nestmark/texts/importExport'
import { toDisplayName } from '../collections/data.ts'
import css from './Transfer.module.css'

/** "Already saved?" for an import: which addresses of the file were kept before it, and where, each to be opened. */
export function ImportSavedBefore({
  kept: { total, links },
}: {
  kept: NonNullable<ImportReport['existing']>
}) {
  return (
    <section>
      <div className={css.rowsHead}>
        <h4 className={css.rowsTitle}>{texts.keptTitle}</h4>
        <span className={css.quiet}>
          {total > links.length ? texts.rowsMore(links.length, total) : formatNumber(total)}
        </span>
      </div>
      <p className={css.quiet}>{texts.keptLine}</p>
      <div className={css.rows} role="region" aria-label={texts.keptTitle}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.row}</th>
              <th scope="col">{texts.keptLink}</th>
              <th scope="col">{texts.keptIn}</th>
            </tr>
          </thead>
          <tbody>
            {links.map(({ row, _id, name, link, parent, parent_name: place }) => (
              <tr key={row}>
                <td className="num">{formatNumber(row)}</td>
                <td dir="auto">
                  <a className={css.open} href={`/l/${_id}`} target="_blank" rel="noopener" title={link}>
                    {name || link}
                  </a>
                </td>
                <td dir="auto">
                  <a className={css.open} href={`/c/${parent}`} target="_blank" rel="noopener">
                    {place === collectionsTexts.rootName ? collectionsTexts.dashboard : toDisplayName(place)}
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
