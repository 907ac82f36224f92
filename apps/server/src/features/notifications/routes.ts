import { type Route, route } from '../../calls/route.ts'
import {
  unsubscribeDigest,
  markAllNotificationsRead,
  countNotifications,
  notifications,
  markNotificationsRead,
} from './notifications.ts'

export const notificationRoutes: readonly Route[] = [
  route(notifications),
  route(countNotifications),
  route(markNotificationsRead),
  route(markAllNotificationsRead),
  route(unsubscribeDigest),
]
