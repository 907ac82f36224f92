import { shellTexts as texts } from '@nestmark/texts/shell'
import { useMe } from '../../../features/session/data.ts'
import { freeBookmarks, isFree } from '../../../features/session/plan.ts'
import { arePlanLimitsEnabled } from '../../../lib/planLimits.ts'
import { classes } from '../../../ui/classes.ts'
import css from './Sidebar.module.css'

/** Shows how much of the free plan is used. */
export function Quota() {
  const me = useMe()
  if (!me || !isFree(me) || !arePlanLimitsEnabled()) return null
  const used = Object.values(me.count).reduce((sum, count) => sum + count, 0)
  const fraction = Math.min(1, used / freeBookmarks)
  const isAlmostFull = fraction > 0.9
  return (
    <div className={classes('t3 rigid f12', css.quota, isAlmostFull && css.full)}>
      <div>
        <span>{isAlmostFull ? texts.almostFull : texts.bookmarks}</span>
        <span className="num">{texts.quota(used, freeBookmarks)}</span>
      </div>
      <div className={css.quotaBar} aria-hidden="true">
        <i style={{ width: `${fraction * 100}%` }} />
      </div>
    </div>
  )
}
