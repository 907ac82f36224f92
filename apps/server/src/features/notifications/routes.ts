import * as contract from '@nestmark/contract/notifications'
import { implement, implementOpen, type Route } from '../../calls/route.ts'
import { unsubscribeDigest } from './unsubscribeDigest.ts'
import { markAllNotificationsRead } from './markAllNotificationsRead.ts'
import { countNotifications } from './countNotifications.ts'
import { notifications } from './notifications.ts'
import { markNotificationsRead } from './markNotificationsRead.ts'

export const notificationRoutes: readonly Route[] = [
  implement(contract.notifications, notifications),
  implement(contract.countNotifications, countNotifications),
  implement(contract.markNotificationsRead, markNotificationsRead),
  implement(contract.markAllNotificationsRead, markAllNotificationsRead),
  implementOpen(contract.unsubscribeDigest, unsubscribeDigest),
]
