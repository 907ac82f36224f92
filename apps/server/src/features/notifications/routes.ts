import { type Route, route } from '../../calls/route.ts'
import { unsubscribeDigest } from './unsubscribeDigest.ts'
import { markAllNotificationsRead } from './markAllNotificationsRead.ts'
import { countNotifications } from './countNotifications.ts'
import { notifications } from './notifications.ts'
import { markNotificationsRead } from './markNotificationsRead.ts'

export const notificationRoutes: readonly Route[] = [
  route(notifications),
  route(countNotifications),
  route(markNotificationsRead),
  route(markAllNotificationsRead),
  route(unsubscribeDigest),
]
