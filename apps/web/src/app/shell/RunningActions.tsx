import { runningJobs } from '@nestmark/contract/jobs'
import { actionTexts as texts } from '@nestmark/texts/actions'
import { useEffect } from 'react'
import { currentImport } from '../../features/importExport/current.ts'
import { client } from '../../lib/api/client.ts'
import { followJobs, runningActions, stopAction } from '../../lib/undo/actions.ts'
import { stored } from '../../lib/storage.ts'
import { useStore } from '../../lib/store.ts'
import { useToken } from '../../lib/token.ts'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './RunningActions.module.css'

const loadTransfer = () => import('../../features/importExport/data.ts')

/** Finds what was begun before this page was loaded, or in another tab. */
async function findRunning(): Promise<void> {
  const jobs = await client.call(runningJobs, {})
  followJobs(jobs)
  if (stored.get('import') !== null || jobs.some(job => job.kind === 'importBookmarks'))
    (await loadTransfer()).followImport(jobs)
}

/** What goes on in the background, how far it is, and the way to stop it. Its end is told by a toast. */
export default function RunningActions() {
  const bearer = useToken()
  const running = useStore(runningActions)
  useEffect(() => {
    if (bearer === null) return
    // Whoever has no connection is told so by the page itself.
    findRunning().catch(() => undefined)
    return () => {
      // Somebody else is here now: nothing of the last person's import is shown.
      if (currentImport.get().phase !== 'none') void loadTransfer().then(({ leaveImport }) => leaveImport())
    }
  }, [bearer])
  if (running.length === 0) return null
  return (
    <section className={css.stack} aria-label={texts.running}>
      {running.map(({ id, action, done, total, waiting, stopping }) => {
        const { next, going } = texts.words[action]
        const words = waiting ? texts.waiting(next(total)) : going(total)
        // The first batch is not worth a number.
        const share = done > 0 && total > 0 ? done / total : undefined
        return (
          <div key={id} className={css.one}>
            <div className={css.head}>
              <span className="el grow" role="status">
                {words}
              </span>
              {share !== undefined && <span className={`num ${css.share}`}>{texts.percent(share)}</span>}
              {action !== 'undo' && action !== 'transferOwnership' && (
                <Button size="sm" variant="ghost" disabled={stopping} onClick={() => void stopAction(id)}>
                  {stopping ? texts.stopping : texts.stop}
                </Button>
              )}
            </div>
            <Progress label={words} share={share} />
          </div>
        )
      })}
    </section>
  )
}
