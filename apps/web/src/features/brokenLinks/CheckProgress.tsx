import type { LinkCheck } from '@nestmark/contract/links/brokenLinks'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { formatNumber } from '@nestmark/texts/counts'
import { useIsOffline } from '../../lib/connection.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconAlertTriangle, IconRefresh } from '../../ui/icons.ts'
import { Progress } from '../../ui/progress/Progress.tsx'
import css from './CheckProgress.module.css'
import { useCheckLinkStatus, useCancelJob } from './data.ts'

/** The progress of a running check; of one that has stopped, a button that continues it. */
export function CheckProgress({ check }: { check: LinkCheck }) {
  const isOffline = useIsOffline()
  const start = useCheckLinkStatus(check)
  const stop = useCancelJob()
  const minutes = check.state === 'running' ? minutesLeft(check) : null
  if (check.state === 'stopped')
    return (
      <section className={css.card} aria-label={texts.checking}>
        <div className={`row g8 ${css.line}`}>
          <IconAlertTriangle className="i" />
          <b className="grow" role="status">
            {texts.stoppedAt(check.done, check.total)}
          </b>
          <Button
            size="sm"
            icon={IconRefresh}
            disabled={isOffline || start.isPending}
            title={isOffline ? texts.needsConnection : undefined}
            onClick={() => start.mutate({})}
          >
            {texts.goOn}
          </Button>
        </div>
      </section>
    )
  if (check.state !== 'running') return null
  const { job, done, total } = check
  const counts = total > 0 ? `${formatNumber(done)} of ${formatNumber(total)}` : ''
  return (
    <section className={css.card} aria-label={texts.checking}>
      <div className={`row g8 ${css.line}`}>
        <b className={`grow ${css.title}`} role="status">
          {texts.checking}
        </b>
        <span className="num t2">{counts}</span>
        <Button
          size="sm"
          variant="ghost"
          disabled={isOffline || stop.isPending}
          onClick={() => job !== null && stop.mutate({ job })}
        >
          {texts.stop}
        </Button>
      </div>
      <Progress label={texts.checking} fraction={total > 0 ? done / total : undefined} />
      <p className={`flex g8 t3 ${css.small}`}>
        <span>{texts.politely}</span>
        <span className="grow" />
        {minutes !== null && <span className="num">{texts.left(minutes)}</span>}
      </p>
      <p className={`flex g8 t3 ${css.small}`}>{texts.canClose}</p>
    </section>
  )
}

/** When this window first saw a running check, and how far it was. */
let begun: { job: string | null; done: number; at: number } | undefined

/** How many links must be checked before the rest is estimated. */
const enough = 20

/** Estimates the minutes that a running check takes, by what it has done since this window knows of it; null when too little. */
function minutesLeft({ job, done, total }: LinkCheck): number | null {
  if (begun?.job !== job) begun = { job, done, at: performance.now() }
  const { at, done: first } = begun
  if (done - first < enough) return null
  return Math.round(((total - done) * (performance.now() - at)) / (done - first) / 60_000)
}
