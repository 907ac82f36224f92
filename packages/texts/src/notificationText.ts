import type { NotificationAction } from '@nestmark/contract/eventTypes'

/** The text of a notification, without the person who caused it. */
export interface NotificationText {
  action: NotificationAction
  count: number
  /** The name of the latest item; '' when the person may not see it. */
  subject: string
  /** The collection's name; null when the person may not see it. */
  collection: string | null
}
