import type { Notification } from '@nestmark/contract/notifications'
import { notificationTexts as texts } from '@nestmark/texts/notifications'
import { Link } from '../../lib/router/links.tsx'
import type { Pages } from '../../lib/api/pages.ts'
import { usePhone } from '../../lib/media/media.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconBell } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { SkeletonBox, LoadingState } from '../../ui/progress/Skeleton.tsx'
import { TimeAgo } from '../../ui/marks/TimeAgo.tsx'
import { VirtualRows } from '../../ui/lists/VirtualRows.tsx'
import { toAddress, useMarkNotificationsRead } from './data.ts'
import css from './Notifications.module.css'

/** A virtual list of notifications. A click opens the target and marks the notification as read. */
export function NotificationList({ pages }: { pages: Pages<Notification> }) {
  const phone = usePhone()
  const read = useMarkNotificationsRead()
  const { total, at, show } = pages
  if (pages.error) return <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
  if (total === undefined)
    return (
      <LoadingState text={texts.looking}>
        {[0, 1, 2, 3].map(index => (
          <SkeletonBox key={index} style={{ height: 44, borderRadius: 8, marginBottom: 12 }} />
        ))}
      </LoadingState>
    )
  if (total === 0) return <EmptyState icon={IconBell} title={texts.none} line={texts.noneLine} />
  const row = (index: number) => {
    const notification = at(index)
    if (!notification) return <SkeletonBox style={{ height: 44, borderRadius: 8 }} />
    const isUnread = notification.is_read === 0
    const name = formatActor(notification)
    const actor = notification.several ? texts.others(name, notification.count) : name
    return (
      <Link
        className={classes(css.row, isUnread && css.unread)}
        to={toAddress(notification)}
        onClick={() => isUnread && read.mutate({ notficationIdArr: [notification._id] })}
      >
        <span aria-hidden="true">
          <Avatar name={notification.from?.username || null} />
        </span>
        <span className={`clamp anywhere ${css.text}`}>
          <bdi className="t1 w560">{actor}</bdi>{' '}
          {texts.sentence({ ...notification, collection: notification.folder_id?.name ?? null })}
        </span>
        <TimeAgo className={`num ${css.date}`} time={notification.create_date} />
        <span className={css.dot}>{isUnread && <span className="sr">{texts.unread}</span>}</span>
      </Link>
    )
  }
  return <VirtualRows count={total} height={phone ? 76 : 56} row={row} onVisibleRange={show} />
}

/** Returns the name of the latest actor. */
function formatActor({ from }: Notification): string {
  return from === null ? texts.visitor : from.username || texts.pastMember
}
