import type { Notification } from '@nestmark/contract/notifications'
import { notificationTexts as texts } from '@nestmark/texts/notifications'
import { Link } from 'react-router'
import type { Pages } from '../../lib/api/pages.ts'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { usePhone } from '../../lib/media.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconBell } from '../../ui/icons.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { SkeletonBox, LoadingState } from '../../ui/Skeleton.tsx'
import { VirtualRows } from '../../ui/VirtualRows.tsx'
import { toAddress, useReadNotifications } from './data.ts'
import css from './Notifications.module.css'

/** What others did, of any length; a click leads there and marks it as read. */
export function NotificationList({ pages }: { pages: Pages<Notification> }) {
  const phone = usePhone()
  const read = useReadNotifications()
  const { total, at, show } = pages
  if (pages.error) return <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
  if (total === undefined)
    return (
      <LoadingState text={texts.looking}>
        {[0, 1, 2, 3].map(place => (
          <SkeletonBox key={place} style={{ height: 44, borderRadius: 8, marginBottom: 12 }} />
        ))}
      </LoadingState>
    )
  if (total === 0) return <EmptyState icon={IconBell} title={texts.none} line={texts.noneLine} />
  const row = (place: number) => {
    const one = at(place)
    if (!one) return <SkeletonBox style={{ height: 44, borderRadius: 8 }} />
    const fresh = one.is_read === 0
    const name = formatActor(one)
    const who = one.several ? texts.others(name) : name
    return (
      <Link
        className={classes(css.row, fresh && css.fresh)}
        to={toAddress(one)}
        onClick={() => fresh && read.mutate({ notficationIdArr: [one._id] })}
      >
        <span className={css.avatar} aria-hidden="true">
          <Avatar name={name} />
        </span>
        <span className={css.words}>
          <bdi className={css.who}>{who}</bdi>{' '}
          {texts.sentence({ ...one, place: one.folder_id?.name ?? null })}
        </span>
        <time className={`num ${css.date}`} dateTime={isoDate(one.create_date)}>
          {formatDate(one.create_date)}
        </time>
        <span className={css.dot}>{fresh && <span className="sr">{texts.unread}</span>}</span>
      </Link>
    )
  }
  return <VirtualRows count={total} height={phone ? 76 : 56} row={row} onVisibleRange={show} />
}

/** The last of those who did it. */
function formatActor({ from }: Notification): string {
  return from === null ? texts.visitor : from.username || texts.someone
}
