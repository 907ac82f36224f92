import { listRunningJobs } from '@nestmark/contract/jobs'
import { actionTexts as texts } from '@nestmark/texts/actions'
import { useEffect } from 'react'
import { currentImport } from '../../features/importExport/current.ts'
import { client } from '../../lib/api/client.ts'
import { followJobs, runningActions, stopAction } from '../../lib/undo/actions.ts'
import { stored } from '../../lib/browser/storage.ts'
import { useStore } from '../../lib/store.ts'
import { useToken } from '../../lib/browser/token.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Progress } from '../../ui/progress/Progress.tsx'
import css from './RunningActions.module.css'

const loadImportExport = () => import('../../features/importExport/data.ts')

/** Follows the jobs that were started before this page was loaded or in another tab. */
async function followRunningJobs(): Promise<void> {
  const jobs = await client.call(listRunningJobs, {})
  followJobs(jobs)
  if (stored.get('import') !== null || jobs.some(job => job.kind === 'importBookmarks'))
    (await loadImportExport()).followImport(jobs)
}

/** Shows the running background actions with their progress and a stop button. A toast reports their end. */
export default function RunningActions() {
  const bearer = useToken()
  const running = useStore(runningActions)
  useEffect(() => {
    if (bearer === null) return
    // The page itself shows that there is no connection.
    followRunningJobs().catch(() => undefined)
    return () => {
      // The user has changed: the import of the previous user is not shown.
      if (currentImport.get().phase !== 'none')
        void loadImportExport().then(({ resetImport }) => resetImport())
    }
  }, [bearer])
  if (running.length === 0) return null
  return (
    <section className={`stack g8 ${css.stack}`} aria-label={texts.running}>
      {running.map(({ id, action, done, total, waiting, stopping }) => {
        const { next, going } = texts.words[action]
        const title = waiting ? texts.waiting(next(total)) : going(total)
        // After the first batch only, so that quick actions show no percentage.
        const fraction = done > 0 && total > 0 ? done / total : undefined
        return (
          <div key={id} className={css.action}>
            <div className={`row g8 t1 ${css.head}`}>
              <span className="el grow" role="status">
                {title}
              </span>
              {fraction !== undefined && <span className="num t3 w450">{texts.percent(fraction)}</span>}
              {action !== 'undo' && action !== 'transferOwnership' && (
                <Button size="sm" variant="ghost" disabled={stopping} onClick={() => void stopAction(id)}>
                  {stopping ? texts.stopping : texts.stop}
                </Button>
              )}
            </div>
            <Progress label={title} fraction={fraction} />
          </div>
        )
      })}
    </section>
  )
}
