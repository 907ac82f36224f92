import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { Progress } from '../../ui/progress/Progress.tsx'
import type { ImportState } from './current.ts'
import css from './ImportExport.module.css'

export type ActiveImport = Extract<ImportState, { phase: 'running' }>

/** Returns the label and the progress (0 to 1) of an import. */
export function formatProgress(state: ActiveImport): { label: string; fraction: number | undefined } {
  const { job, stopping } = state
  if (stopping) return { label: texts.stopping, fraction: undefined }
  if (!job || job.state === 'queued') return { label: texts.waiting, fraction: undefined }
  // Only at the end of the file: while it is read, the total is larger. The rest of the work has no measure, and the bar
  // stays full.
  if (job.total > 0 && job.done >= job.total) return { label: texts.finishing, fraction: 1 }
  return { label: texts.importing, fraction: job.total > 0 ? job.done / job.total : undefined }
}

/** The progress of an import on its page and in the first steps. */
export function ImportProgress({ state }: { state: ActiveImport }) {
  const { label, fraction } = formatProgress(state)
  const { job } = state
  return (
    <div className={`stack ${css.progress}`}>
      {state.name && (
        <p className="el w560 f14" dir="auto">
          {state.name}
        </p>
      )}
      <p className={`flex g8 t2 baseline ${css.state}`}>
        <span className="grow">{label}</span>
        {fraction !== undefined && fraction < 1 && <span className="num">{texts.percent(fraction)}</span>}
      </p>
      <Progress label={label} fraction={fraction} />
      {job && job.done > 0 && <p className={`num ${css.secondary}`}>{texts.rows(job.done)}</p>}
      {job?.report && (
        <p className={`num ${css.secondary}`}>{texts.soFar(job.report.links, job.report.folders)}</p>
      )}
      <p className={css.secondary} role="status">
        {state.isDisconnected ? texts.lost : texts.inBackground}
      </p>
    </div>
  )
}
