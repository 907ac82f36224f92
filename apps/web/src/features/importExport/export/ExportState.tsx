import type { ExportedParts, LibraryExport } from '@nestmark/contract/transfer/libraryExport'
import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { Progress } from '../../../ui/progress/Progress.tsx'
import css from './Export.module.css'
import progressCss from '../ImportExport.module.css'

interface Props {
  current: LibraryExport
  /** Absent until it is known. */
  parts: ExportedParts | undefined
}

/** Shows the progress of an export of everything, or its result. */
export function ExportState({ current, parts }: Props) {
  const { state } = current
  if (state === 'waiting' || state === 'running') return <ExportProgress current={current} parts={parts} />
  const isDone = state === 'done'
  const title = isDone
    ? texts.everythingDone
    : state === 'stopped'
      ? texts.everythingStopped
      : texts.everythingFailed
  return (
    <div className={`g4 t2 ${css.result}`} role="status">
      <strong>{title}</strong>
      <p>
        {isDone
          ? texts.everythingDoneLine
          : `${texts.everythingIncomplete} ${texts.exportAgain(current.again_in)}`}
      </p>
      {isDone && current.missing > 0 && <p>{texts.everythingMissing(current.missing)}</p>}
    </div>
  )
}

function ExportProgress({ current: { state, files, bytes }, parts }: Props) {
  const isWaiting = state === 'waiting'
  const label = isWaiting ? texts.starting : texts.downloading
  const total = parts && parts.file_bytes + parts.page_bytes
  const fraction = isWaiting || !total ? undefined : Math.min(1, bytes / total)
  return (
    <div className={`stack ${progressCss.progress}`}>
      <p className={`flex g8 t2 baseline ${progressCss.state}`}>
        <span className="grow" role="status">
          {label}
        </span>
        {parts && !isWaiting && (
          <span className="num">{texts.filesSent(files, parts.files + parts.pages)}</span>
        )}
        {fraction !== undefined && <span className="num">{texts.percent(fraction)}</span>}
      </p>
      <Progress label={label} fraction={fraction} />
      <p className={css.note}>{texts.inBrowser}</p>
    </div>
  )
}
