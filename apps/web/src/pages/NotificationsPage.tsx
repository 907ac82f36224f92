import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { notificationTexts as texts } from '@nestmark/texts/notifications'
import { useNotificationCounts } from '../features/notifications/counts.ts'
import { useNotifications, useMarkAllNotificationsRead } from '../features/notifications/data.ts'
import { NotificationList } from '../features/notifications/NotificationList.tsx'
import { Breadcrumb } from '../ui/page/Breadcrumb.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { IconCheck } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'
import css from './TabbedPage.module.css'

/** /notifications: events of other users that concern this user. */
export default function NotificationsPage() {
  const pages = useNotifications()
  const unread = useNotificationCounts()?.count ?? 0
  const readAll = useMarkAllNotificationsRead()
  return (
    <Page title={texts.title}>
      <Breadcrumb
        crumbs={[
          { label: collectionsTexts.dashboard, to: '/dashboard' },
          { label: texts.title, to: '/notifications' },
        ]}
      />
      <div className={`row g12 ${css.head}`}>
        <h1 className="h1">{texts.title}</h1>
        <Button
          size="sm"
          icon={IconCheck}
          disabled={unread === 0 || readAll.isPending}
          onClick={() => readAll.mutate({})}
        >
          {texts.markAll}
        </Button>
      </div>
      <div style={{ marginTop: 14 }}>
        <NotificationList pages={pages} />
      </div>
    </Page>
  )
}
