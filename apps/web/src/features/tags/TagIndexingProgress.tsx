import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { useStore } from '../../lib/store.ts'
import { Progress } from '../../ui/progress/Progress.tsx'
import { tagIndexing } from './tagIndexing.ts'

/** Shows the progress of the job that updates the search index after a tag change. */
export function TagIndexingProgress() {
  const progress = useStore(tagIndexing)
  if (!progress) return null
  const fraction = progress.total > 0 ? progress.done / progress.total : undefined
  return (
    <div className="row wrap t2" style={{ gap: '6px 12px', marginTop: 14 }}>
      <span role="status">{texts.following}</span>
      <div style={{ flex: 1, minWidth: 120, maxWidth: 320 }}>
        <Progress label={texts.following} fraction={fraction} />
      </div>
      {progress.total > 0 && (
        <span className="num t3">{texts.followingShare(progress.done, progress.total)}</span>
      )}
    </div>
  )
}
