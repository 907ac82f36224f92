import type { Job } from '@nestmark/contract/jobs'
import { formatNumber } from '@nestmark/texts/counts'
import { transferTexts as texts } from '@nestmark/texts/importExport'
import { saveAsFile } from '../../lib/api/files.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload, IconInfoCircle } from '../../ui/icons.ts'
import { UpgradeLink } from '../session/UpgradeLink.tsx'
import { ImportSavedBefore } from './ImportKept.tsx'
import css from './Transfer.module.css'

const heads = {
  done: { icon: IconCheck, title: texts.done, line: '', tone: css.ok },
  cancelled: { icon: IconInfoCircle, title: texts.cancelled, line: texts.cancelledLine, tone: css.info },
  failed: { icon: IconAlertTriangle, title: texts.failed, line: texts.failedLine, tone: css.danger },
}

/** What an import did: how much came in, and every row that was left out or changed, with its reason. */
export function ImportReport({ job }: { job: Job }) {
  const {
    icon: Glyph,
    title,
    line,
    tone,
  } = heads[job.state === 'done' || job.state === 'failed' ? job.state : 'cancelled']
  const { report } = job
  return (
    <div>
      <div className={css.head} role="status">
        <span className={classes(css.egg, tone)}>
          <Glyph className="i" />
        </span>
        <div>
          <h3 className={css.title}>{title}</h3>
          {(job.error || line) && <p className={css.quiet}>{[job.error, line].filter(Boolean).join(' ')}</p>}
        </div>
      </div>
      {report && (
        <>
          <dl className={css.counts}>
            <Count label={texts.links} value={report.links} />
            <Count label={texts.folders} value={report.folders} />
            <Count label={texts.skipped} value={report.skipped} />
            <Count label={texts.shortened} value={report.shortened} />
          </dl>
          {report.noRoom !== undefined && report.noRoom > 0 && (
            <p className={css.quiet}>
              {texts.noRoom(report.noRoom)} <UpgradeLink />
            </p>
          )}
          {report.existing && <ImportSavedBefore kept={report.existing} />}
          {report.rows.length > 0 && <Rows rows={report.rows} all={report.skipped + report.shortened} />}
        </>
      )}
    </div>
  )
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{formatNumber(value)}</dd>
    </div>
  )
}

function Rows({ rows, all }: { rows: readonly { row: number; reason: string }[]; all: number }) {
  const list = () => rows.map(({ row, reason }) => `${row}\t${reason}`).join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(list())
      toast({ title: texts.copied })
    } catch {
      toast({ tone: 'danger', title: texts.copyFailed })
    }
  }
  return (
    <section>
      <div className={css.rowsHead}>
        <h4 className={css.rowsTitle}>{texts.rowsTitle}</h4>
        {all > rows.length && <span className={css.quiet}>{texts.rowsMore(rows.length, all)}</span>}
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
      {/* It scrolls, so the keyboard must reach it. */}
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
            {rows.map(({ row, reason }, place) => (
              <tr key={place}>
                <td className="num">{row > 0 ? formatNumber(row) : '–'}</td>
                <td dir="auto">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
