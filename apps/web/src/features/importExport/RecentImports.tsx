import { listImports } from '@nestmark/contract/transfer/importExport'
import { highlightTexts } from '@nestmark/texts/reading/highlights'
import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { useOperation } from '../../lib/api/operations.ts'
import { formatDateTime, isoDate } from '../../lib/dates.ts'
import { undoAction } from '../../lib/undo/actions.ts'
import { Button, ButtonLink } from '../../ui/fields/Button.tsx'
import { toImportPath } from '../search/searchUrl.ts'
import { ReadingPages } from './ReadingPages.tsx'
import css from './ImportExport.module.css'

/** Lists the imports of the last 30 days, to show and undo them; nothing when there are none. */
export function RecentImports() {
  const { data } = useOperation(listImports, {}, { quiet: true })
  if (!data || data.length === 0) return null
  return (
    <div className={css.recent}>
      <h4 className={css.rowsTitle}>{texts.recent}</h4>
      <p className={css.secondary}>{texts.recentLine}</p>
      <ul>
        {data.map(({ job, at, links, folders, highlights, undone, reading }) => (
          <li key={job} className="row g12">
            <div className="grow">
              <time dateTime={isoDate(at)}>{formatDateTime(at)}</time>
              <div className={css.secondary}>
                {links + folders > 0 ? texts.summary(links, folders) : highlightTexts.imported(highlights)}
              </div>
              {reading && <ReadingPages job={reading} />}
            </div>
            {links > 0 && !undone && (
              <ButtonLink
                size="sm"
                variant="ghost"
                aria-label={texts.showOf(formatDateTime(at))}
                to={toImportPath(job)}
              >
                {texts.show}
              </ButtonLink>
            )}
            {undone ? (
              <span className={css.secondary}>{texts.undone}</span>
            ) : (
              <Button
                size="sm"
                aria-label={texts.undoOf(formatDateTime(at))}
                onClick={() =>
                  void undoAction(job, { action: links + folders > 0 ? 'import' : 'importHighlights' })
                }
              >
                {texts.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
