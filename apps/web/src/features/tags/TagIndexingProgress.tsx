import { tagsTexts as texts } from '@nestmark/texts/tags'
import { useStore } from '../../lib/store.ts'
import { Progress } from '../../ui/Progress.tsx'
import { following } from './following.ts'
import css from './Following.module.css'

/** Shows the progress of the job that updates the search index after a tag change. */
export function Following() {
  const now = useStore(following)
  if (!now) return null
  const share = now.total > 0 ? now.done / now.total : undefined
  return (
    <div className={css.line}>
      <span role="status">{texts.following}</span>
      <div className={css.bar}>
        <Progress label={texts.following} share={share} />
      </div>
      {now.total > 0 && <span className="num t3">{texts.followingShare(now.done, now.total)}</span>}
    </div>
  )
}
