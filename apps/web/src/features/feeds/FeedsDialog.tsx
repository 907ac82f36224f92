import { feedTexts as texts } from '@nestmark/texts/feeds'
import { useState } from 'react'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { LoadingState, SkeletonBox } from '../../ui/progress/Skeleton.tsx'
import { AddFeed } from './AddFeed.tsx'
import { useFeeds } from './data.ts'
import { FeedRow } from './FeedRow.tsx'
import css from './Feeds.module.css'

/** The feeds of a collection: adds, checks, pauses and removes them. */
export default function FeedsDialog({
  collection,
  onClose,
}: {
  collection: { _id: string; name: string }
  onClose: () => void
}) {
  const feeds = useFeeds(collection._id)
  const [now] = useState(Date.now)
  return (
    <Dialog title={texts.title(collection.name)} size={580} onClose={onClose}>
      <p className={`t2 f13 ${css.intro}`}>{texts.intro}</p>
      {feeds.isError ? (
        <LoadError title={texts.failed} error={feeds.error} onRetry={() => void feeds.refetch()} />
      ) : feeds.data === undefined ? (
        <LoadingState text={texts.loading}>
          <SkeletonBox style={{ height: 56, borderRadius: 12 }} />
        </LoadingState>
      ) : (
        feeds.data.length > 0 && (
          <ul className={`stack g8 ${css.list}`} aria-label={texts.list}>
            {feeds.data.map(feed => (
              <FeedRow key={feed._id} feed={feed} now={Math.max(now, feed.checked ?? 0)} />
            ))}
          </ul>
        )
      )}
      <AddFeed folderId={collection._id} />
    </Dialog>
  )
}
