import type { ImportReport as Report } from '@nestmark/contract/transfer/importExport'
import type { Job } from '@nestmark/contract/jobs'
import { formatNumber } from '@nestmark/texts/counts'
import { nameFormat } from '@nestmark/texts/transfer/importFormats'
import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { saveAsFile } from '../../lib/api/files.ts'
import { copyText } from '../../lib/browser/copyText.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Counts } from '../../ui/lists/Counts.tsx'
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload, IconInfoCircle } from '../../ui/icons.ts'
import { UpgradeLink } from '../session/UpgradeLink.tsx'
import { ExistingLinks } from './ExistingLinks.tsx'
import { formatOutcome } from './data.ts'
import css from './ImportExport.module.css'

const headers = {
  done: { icon: IconCheck, tone: css.ok },
  cancelled: { icon: IconInfoCircle, tone: css.info },
  failed: { icon: IconAlertTriangle, tone: css.danger },
}

/** The result of an import: its counts, and each row that was skipped or changed, with the reason. */
export function ImportReport({ job }: { job: Job }) {
  const { title, line } = formatOutcome(job)
  const { icon: Glyph, tone } =
    headers[job.state === 'failed' ? 'failed' : title === texts.done ? 'done' : 'cancelled']
  const { report } = job
  const format = report?.format && report.format !== 'bookmarkHtml' ? nameFormat(report.format) : ''
  return (
    <div>
      <div className="flex g12 top" role="status">
        <span className={classes('centre rigid', css.icon, tone)}>
          <Glyph className="i" />
        </span>
        <div>
          <h3 className={css.title}>{title}</h3>
          {line && <p className={css.secondary}>{line}</p>}
        </div>
      </div>
      {report && (
        <>
          {format !== '' && <p className={css.secondary}>{texts.readAs(format)}</p>}
          <Counts
            counts={[
              { label: texts.links, value: report.links },
              { label: texts.folders, value: report.folders },
              ...(report.highlights ? [{ label: texts.highlights, value: report.highlights }] : []),
              ...(report.files === undefined ? [] : [{ label: texts.files, value: report.files }]),
              ...(report.filesLeft ? [{ label: texts.filesLeft, value: report.filesLeft }] : []),
              { label: texts.skipped, value: report.skipped },
              { label: texts.shortened, value: report.shortened },
            ]}
          />
          {report.noRoom !== undefined && report.noRoom > 0 && (
            <p className={css.secondary}>
              {texts.noRoom(report.noRoom)} <UpgradeLink />
            </p>
          )}
          {report.unsupported && report.unsupported.length > 0 && (
            <section className={css.unsupported}>
              <h4 className={css.rowsTitle}>{texts.unsupportedTitle}</h4>
              <ul className={css.secondary}>
                {report.unsupported.map(each => (
                  <li key={each.what}>{texts.unsupported(each)}</li>
                ))}
              </ul>
            </section>
          )}
          {report.existing && <ExistingLinks existing={report.existing} />}
          {report.rows.length > 0 && (
            <ReportRows
              rows={report.rows}
              all={report.skipped + report.shortened + (report.filesLeft ?? 0)}
            />
          )}
        </>
      )}
    </div>
  )
}

function ReportRows({ rows, all }: { rows: Report['rows']; all: number }) {
  const list = () =>
    rows
      .map(({ row, title = '', reason, address = '' }) => [row, reason, title, address].join('\t'))
      .join('\n')
  const copy = () => copyText(list(), texts)
  return (
    <section>
      <div className={`row wrap ${css.rowsHead}`}>
        <h4 className={css.rowsTitle}>{texts.rowsTitle}</h4>
        {all > rows.length && <span className={css.secondary}>{texts.rowsMore(rows.length, all)}</span>}
        <span className="grow" />
        <Button size="sm" variant="ghost" icon={IconCopy} onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={IconDownload}
          onClick={() => saveAsFile(new Blob([list()], { type: 'text/plain' }), texts.reportFile)}
        >
          {texts.download}
        </Button>
      </div>
      {/* It scrolls, so it must be focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.rows} tabIndex={0} role="region" aria-label={texts.rowsTitle}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.row}</th>
              <th scope="col">{texts.reason}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, title, reason, address }, index) => (
              <tr key={index}>
                <td className="num">{row > 0 ? formatNumber(row) : '–'}</td>
                <td>
                  {title && (
                    <div className={css.rowLink} dir="auto">
                      {title}
                    </div>
                  )}
                  {address && address !== title && <div dir="ltr">{address}</div>}
                  <div dir="auto">{reason}</div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
