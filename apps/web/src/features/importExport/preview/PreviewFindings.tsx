import type { ImportChoices } from '@nestmark/contract/transfer/importPreview'
import { byteOrderMark, formatCsvRow } from '@nestmark/core/csvCell'
import { formatNumber } from '@nestmark/texts/counts'
import { importPreviewTexts as texts } from '@nestmark/texts/transfer/importPreview'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { saveAsFile } from '../../../lib/api/files.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconFileText } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { UpgradeLink } from '../../session/UpgradeLink.tsx'
import css from './ImportPreview.module.css'
import type { PreviewReport } from './preview.ts'

type Props = { report: PreviewReport; rows: number }

/** The file of a preview: its format, size and years, and whether it was read to its end. */
export function PreviewFile({ report, name, onOther }: Props & { name: string; onOther: () => void }) {
  const { preview, format = 'bookmarkHtml', links } = report
  const [first, last] = [preview.years.at(0), preview.years.at(-1)]
  const facts = [
    texts.format(format),
    transferTexts.size(preview.size),
    first && last && texts.savedBetween(first.year, last.year),
  ]
  return (
    <div className={`row wrap ${css.file}`}>
      <IconFileText className="i s24" />
      <div className="grow">
        <div className="el w560 f14" dir="auto">
          {name || texts.tab}
        </div>
        <div className={css.secondary}>{facts.filter(Boolean).join(' · ')}</div>
      </div>
      {preview.broken ? (
        <span className="row g6 f13 bad">
          <IconAlertTriangle className="i" />
          <span>
            {texts.breaksOff(preview.broken.row)}
            <span className={css.secondary}>{texts.breaksOffLine(links)}</span>
          </span>
        </span>
      ) : (
        <span className={`row g6 f13 ${css.complete}`}>
          <IconCircleCheck className="i" />
          {texts.readToEnd}
        </span>
      )}
      <Button size="sm" variant="ghost" onClick={onOther}>
        {texts.otherFile}
      </Button>
    </div>
  )
}

/** The figures of a file. Those of 0 are absent, except the links. */
export function PreviewFigures({ report, rows }: Props) {
  const { preview, highlights = 0 } = report
  const figures = [
    { what: 'links', value: rows },
    { what: 'collections', value: preview.folders },
    { what: 'tags', value: preview.tags },
    { what: 'notes', value: preview.notes },
    { what: 'highlights', value: highlights },
    { what: 'levels', value: preview.depth },
  ] as const
  return (
    <ul className={`flex wrap ${css.figures}`}>
      {figures
        .filter(({ what, value }) => what === 'links' || value > 0)
        .map(({ what, value }) => (
          <li key={what}>
            <b className="num">{formatNumber(value)}</b>
            <span>{texts.counts[what](value)}</span>
          </li>
        ))}
    </ul>
  )
}

/** What becomes of the rows of a file. */
export function PreviewOutcome({
  report,
  rows,
  onExisting,
}: Props & { onExisting: (choice: ImportChoices['existing']) => void }) {
  const { preview, links, added = 0, skipped, shortened, existing } = report
  const known = existing?.total ?? 0
  const { choices, over } = preview
  // With 'Keep both' those that are there already are new too.
  const keepsBoth = choices.existing === 'keepBoth'
  const [fresh, left] = [
    keepsBoth ? links - known : links,
    choices.existing === 'leaveOut' ? skipped - known : skipped,
  ]
  return (
    <section>
      <h2 className={css.heading}>{texts.becomes(rows)}</h2>
      <div
        className={css.bar}
        role="img"
        aria-label={texts.bar(fresh, keepsBoth ? known : known || added, left)}
      >
        {[fresh, known, left].map(
          (part, at) => part > 0 && <i key={at} data-part={at} style={{ flex: part }} />,
        )}
      </div>
      <ul className={css.outcome}>
        {fresh > 0 && <Row part={0} total={fresh} title={texts.fresh(fresh)} line={texts.freshLine} />}
        {known > 0 && (
          <Row part={1} total={known} title={texts.existing(known)} line={texts.existingLine}>
            <Segmented
              label={texts.existingChoice}
              value={choices.existing}
              options={[
                { value: 'leaveOut', label: texts.leaveOut },
                { value: 'addTags', label: texts.addTags },
                { value: 'keepBoth', label: texts.keepBoth },
              ]}
              onChange={onExisting}
            />
          </Row>
        )}
        {left > 0 && (
          <>
            <Row part={2} total={left} title={texts.left(left)}>
              <Button size="sm" variant="ghost" icon={IconDownload} onClick={() => saveLeftOut(report)}>
                {texts.list}
              </Button>
            </Row>
            <li className={css.reasons}>
              <ul>
                {preview.reasons.map(({ reason, total }) => (
                  <li key={reason} className="flex g10 f13">
                    <b className="num">{formatNumber(total)}</b>
                    <span dir="auto">{reason}</span>
                  </li>
                ))}
              </ul>
            </li>
          </>
        )}
        {shortened > 0 && <Row part={3} total={shortened} title={texts.shortened(shortened)} />}
      </ul>
      {over && (
        <p className="t2 mt8">
          {texts.over(over.links, over.collections)} <UpgradeLink />
        </p>
      )}
      {report.unsupported && report.unsupported.length > 0 && (
        <>
          <h2 className={css.heading}>{transferTexts.unsupportedTitle}</h2>
          <ul className={css.secondary}>
            {report.unsupported.map(each => (
              <li key={each.what}>{transferTexts.unsupported(each)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Row({
  part,
  total,
  title,
  line,
  children,
}: {
  part: number
  total: number
  title: string
  line?: string
  children?: React.ReactNode
}) {
  return (
    <li className={`flex wrap top ${css.row}`}>
      <span className={css.egg} data-part={part} />
      <b className={`num ${css.total}`}>{formatNumber(total)}</b>
      <span className="grow">
        {title}
        {line && <span className={css.secondary}>{line}</span>}
      </span>
      {children}
    </li>
  )
}

/** Saves the rows that are left out or shortened as a table. */
function saveLeftOut({ rows }: PreviewReport): void {
  const lines = rows.map(({ row, reason, title = '', address = '' }) =>
    formatCsvRow([String(row), reason, title, address]),
  )
  const content = `${byteOrderMark}${formatCsvRow(texts.listHead)}${lines.join('')}`
  saveAsFile(new Blob([content], { type: 'text/csv' }), texts.listFile)
}

/** The new links by year; nothing for a single year. */
export function PreviewYears({ report: { preview } }: { report: PreviewReport }) {
  const { years } = preview
  const [first, last] = [years.at(0), years.at(-1)]
  if (!first || !last || first === last || last.year - first.year > 60) return null
  const highest = Math.max(...years.map(each => each.links))
  const byYear = new Map(years.map(each => [each.year, each.links]))
  const all = Array.from({ length: last.year - first.year + 1 }, (_, at) => first.year + at)
  return (
    <section>
      <h2 className={css.heading}>{texts.years}</h2>
      <ul className={css.years}>
        {all.map(year => (
          <li
            key={year}
            aria-label={texts.year(year, byYear.get(year) ?? 0)}
            style={{ height: `${Math.max(2, Math.round(((byYear.get(year) ?? 0) / highest) * 52))}px` }}
          />
        ))}
      </ul>
      <div className={`flex apart t3 f12 ${css.yearEnds}`}>
        <span className="num">{first.year}</span>
        <span className="num">{last.year}</span>
      </div>
    </section>
  )
}
