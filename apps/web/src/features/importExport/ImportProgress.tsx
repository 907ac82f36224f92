import { transferTexts as texts } from '@nestmark/texts/importExport'
import { Progress } from '../../ui/Progress.tsx'
import type { Import } from './current.ts'
import css from './Transfer.module.css'

type Going = Extract<Import, { phase: 'sending' | 'running' }>

/** What an import is doing, in a word, and how far it is. */
export function formatProgress(now: Going): { word: string; share: number | undefined } {
  if (now.phase === 'sending') return { word: texts.uploading, share: now.share }
  const { job, stopping } = now
  if (stopping) return { word: texts.stopping, share: undefined }
  if (!job || job.state === 'queued') return { word: texts.waiting, share: undefined }
  return { word: texts.importing, share: job.total > 0 ? job.done / job.total : undefined }
}

/** The progress of an import inside its dialog. */
export function ImportProgress({ now }: { now: Going }) {
  const { word, share } = formatProgress(now)
  const job = now.phase === 'running' ? now.job : null
  return (
    <div className={css.progress}>
      {now.name && (
        <p className={`el ${css.name}`} dir="auto">
          {now.name}
        </p>
      )}
      <p className={css.state}>
        <span className="grow">{word}</span>
        {share !== undefined && <span className="num">{texts.percent(share)}</span>}
      </p>
      <Progress label={word} share={share} />
      {job && job.done > 0 && <p className={`num ${css.quiet}`}>{texts.rows(job.done, job.total)}</p>}
      {job?.report && (
        <p className={`num ${css.quiet}`}>{texts.soFar(job.report.links, job.report.folders)}</p>
      )}
      <p className={css.quiet} role="status">
        {now.phase === 'running' ? (now.lost ? texts.lost : texts.inBackground) : ''}
      </p>
    </div>
  )
}
