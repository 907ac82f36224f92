import { transferTexts as texts } from '@nestmark/texts/importExport'
import { openOverlay, overlays } from '../../lib/overlay.ts'
import { useStore, useStoreSelector } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { currentImport } from './current.ts'
import { formatProgress } from './ImportProgress.tsx'
import css from './Transfer.module.css'

/** A small progress in the corner while an import goes on and its dialog is closed. Its end is told by a toast. */
export default function RunningImport() {
  const now = useStore(currentImport)
  const inDialog = useStoreSelector(overlays, open => open.some(one => one.name === 'import'))
  if (inDialog || (now.phase !== 'sending' && now.phase !== 'running')) return null
  const { word, share } = formatProgress(now)
  return (
    <section className={css.corner} aria-label={texts.importTitle}>
      <div className={css.state}>
        <span className="el grow" dir="auto" role="status">
          {word}
          {now.name && ` · ${now.name}`}
        </span>
        {share !== undefined && <span className="num">{texts.percent(share)}</span>}
      </div>
      <Progress label={word} share={share} />
      <div className={css.cornerTools}>
        <span className={`num el grow ${css.quiet}`}>
          {now.phase === 'running' && now.job?.report
            ? texts.soFar(now.job.report.links, now.job.report.folders)
            : ''}
        </span>
        <Button size="sm" variant="ghost" onClick={() => openOverlay('import', {})}>
          {texts.details}
        </Button>
      </div>
    </section>
  )
}
