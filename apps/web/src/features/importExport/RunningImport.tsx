import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { useLocation } from '../../lib/router/location.ts'
import { useStore } from '../../lib/store.ts'
import { ButtonLink } from '../../ui/fields/Button.tsx'
import { Progress } from '../../ui/progress/Progress.tsx'
import { currentImport } from './current.ts'
import { formatProgress } from './ImportProgress.tsx'
import css from './ImportExport.module.css'
import { useEffect, useEffectEvent } from 'react'
import { useUpdateAnnouncements } from '../session/data.ts'

/**
 * Shows the progress of an import in the corner outside its page. A toast reports its end, which ticks the import among the
 * first steps on any page.
 */
export default function RunningImport() {
  const state = useStore(currentImport)
  const { pathname } = useLocation()
  useTickImport()
  if (pathname === '/settings/import' || state.phase !== 'running') return null
  const { label, fraction } = formatProgress(state)
  return (
    <section className={css.corner} aria-label={texts.importTitle}>
      <div className={`flex g8 t2 baseline ${css.state}`}>
        <span className="el grow" dir="auto" role="status">
          {label}
          {state.name && ` · ${state.name}`}
        </span>
        {fraction !== undefined && fraction < 1 && <span className="num">{texts.percent(fraction)}</span>}
      </div>
      <Progress label={label} fraction={fraction} />
      <div className={`row g4 mt4 ${css.cornerTools}`}>
        <span className={`num el grow ${css.secondary}`}>
          {state.job?.report ? texts.soFar(state.job.report.links, state.job.report.folders) : ''}
        </span>
        <ButtonLink size="sm" variant="ghost" to="/settings/import">
          {texts.details}
        </ButtonLink>
      </div>
    </section>
  )
}

/** Ticks the import among the first steps of a new user when one has ended. */
function useTickImport(): void {
  const state = useStore(currentImport)
  const { listed, dismiss } = useUpdateAnnouncements('first-run-import')
  const isImported = state.phase === 'ended' && state.job.state === 'done'
  const tick = useEffectEvent(dismiss)
  useEffect(() => {
    if (isImported && listed) tick()
  }, [isImported, listed])
}
