import { notificationTexts as texts } from '@nestmark/texts/notifications'
import { useNotificationCounts } from '../features/notifications/counts.ts'
import { useNotifications, useMarkAllNotificationsRead } from '../features/notifications/data.ts'
import { NotificationList } from '../features/notifications/NotificationList.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { IconCheck } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'
import { PageHead } from './TabbedPage.tsx'

/** /notifications: events of other users that concern this user. */
export default function NotificationsPage() {
  const pages = useNotifications()
  const unread = useNotificationCounts()?.count ?? 0
  const readAll = useMarkAllNotificationsRead()
  return (
    <Page title={texts.title}>
      <PageHead title={texts.title} path="/notifications">
        <Button
          size="sm"
          icon={IconCheck}
          disabled={unread === 0 || readAll.isPending}
          onClick={() => readAll.mutate({})}
        >
          {texts.markAll}
        </Button>
      </PageHead>
      <div style={{ marginTop: 14 }}>
        <NotificationList pages={pages} />
      </div>
    </Page>
  )
}
