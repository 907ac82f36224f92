import { activityTexts as texts } from '@nestmark/texts/activity'
import { useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconClock } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { SkeletonBox, LoadingState } from '../../ui/progress/Skeleton.tsx'
import css from './Activity.module.css'
import { ActivityEntry } from './ActivityEntry.tsx'
import { listLoaded } from '../../lib/api/pages.ts'
import { groupByDay, useActivity } from './data.ts'

/** The activity list of a shared collection, grouped by day. */
export default function ActivityDialog({
  collection,
  onClose,
}: {
  collection: { _id: string; name: string }
  onClose: () => void
}) {
  const pages = useActivity(collection._id)
  const [now] = useState(Date.now)
  const entries = listLoaded(pages, pages.total ?? 0)
  const more = pages.total !== undefined && pages.total > entries.length
  const [isLoadingMore, setLoadingMore] = useState(false)
  const loadEarlier = () => {
    setLoadingMore(true)
    pages.show(0, entries.length)
  }
  return (
    <Dialog title={texts.of(collection.name)} size={580} onClose={onClose}>
      {pages.error ? (
        <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
      ) : pages.isPending ? (
        <LoadingState text={texts.looking}>
          {[0, 1, 2, 3].map(index => (
            <SkeletonBox key={index} style={{ height: 40, borderRadius: 8, marginBottom: 12 }} />
          ))}
        </LoadingState>
      ) : entries.length === 0 ? (
        <EmptyState level={3} icon={IconClock} title={texts.none} line={texts.noneLine} />
      ) : (
        <>
          <p className={css.intro}>{texts.intro}</p>
          {groupByDay(entries, now).map(([day, dayEntries]) => (
            <section key={day} className={css.day}>
              <h3 className={`text12 t3 w560 ${css.date}`}>{day}</h3>
              <ul>
                {dayEntries.map(entry => (
                  <ActivityEntry
                    key={entry._id}
                    entry={entry}
                    listId={collection._id}
                    now={now}
                    onLeave={onClose}
                  />
                ))}
              </ul>
            </section>
          ))}
          {more && (
            <div className={css.more}>
              <Button size="sm" onClick={loadEarlier}>
                {texts.earlier}
              </Button>
              {isLoadingMore && (
                <span className="sr" role="status">
                  {texts.loading}
                </span>
              )}
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}
