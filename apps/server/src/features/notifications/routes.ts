import * as contract from '@nestmark/contract/notifications'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import { stopDigest } from './stopDigest.ts'
import { readAll, readCount, readList, readThese } from './notifications.ts'

export const notificationRoutes: readonly Route[] = [
  implement(contract.notifications, readList),
  implement(contract.countNotifications, readCount),
  implement(contract.readNotifications, readThese),
  implement(contract.readAllNotifications, readAll),
  implementOpen(contract.stopDigest, stopDigest),
]
