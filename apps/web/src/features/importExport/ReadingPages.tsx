import { cancelJob, jobStatus } from '@nestmark/contract/jobs'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { useQuery } from '@tanstack/react-query'
import { queryOptions, useOperationMutation } from '../../lib/api/operations.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Progress } from '../../ui/progress/Progress.tsx'
import css from './ImportExport.module.css'

const texts = transferTexts.pages
/** How often the progress is read, in milliseconds. */
const interval = 2000
const isOpen = (state: string | undefined) => state === 'queued' || state === 'running'

/** The progress of the job that reads the pages of an import, with its stop; nothing once it has ended. */
export function ReadingPages({ job: id }: { job: string }) {
  const { data: job } = useQuery({
    ...queryOptions(jobStatus, { job: id }, { quiet: true }),
    refetchInterval: query => (isOpen(query.state.data?.state) ? interval : false),
  })
  const stop = useOperationMutation(cancelJob)
  if (!job || !isOpen(job.state)) return null
  const { done, total } = job
  return (
    <section className={`stack ${css.progress}`} aria-label={texts.label}>
      <p className={`flex g8 t2 baseline ${css.state}`}>
        <span className="grow">{texts.label}</span>
        <span className="num">{texts.counts(done, total)}</span>
        <Button size="sm" variant="ghost" disabled={stop.isPending} onClick={() => stop.mutate({ job: id })}>
          {texts.stop}
        </Button>
      </p>
      <Progress label={texts.label} fraction={total > 0 ? done / total : undefined} />
      <p className={css.secondary}>{texts.line}</p>
    </section>
  )
}
