import * as z from 'zod/mini'
import { type NotificationAction, notificationActions } from './eventTypes.ts'
import { operation } from './operation.ts'
import { flag, id, ids, page, time } from './shapes.ts'

/** The kind of an action by others that concerns a person. */
export const notificationAction = z.enum(notificationActions)
export type { NotificationAction }

/** A notification. While it is unread, the same action in the same collection is added to it instead of creating another. */
export const notification = z.object({
  _id: id,
  action: notificationAction,
  is_read: flag,
  /** The time of the latest occurrence. */
  create_date: time,
  /** The collection; null once the person may no longer see it. */
  folder_id: z.nullable(z.object({ _id: id, name: z.string() })),
  /** The person of the latest occurrence; null for a visitor. `username` is '' when the account is deleted. */
  from: z.nullable(z.object({ username: z.string() })),
  /** More than one person did it. */
  several: z.boolean(),
  /** Number of links, collections or suggestions. */
  count: z.number(),
  /** The name of the latest item; '' where the person may no longer see it. */
  subject: z.string(),
})
export type Notification = z.output<typeof notification>

export const notifications = operation({
  path: 'notifications',
  keyScope: 'read',
  summary: 'Lists the actions of others that concern the person, newest first, 50 per page.',
  input: z.object({ page }),
  output: z.array(notification),
  reads: ['notifications'],
})

export const countNotifications = operation({
  path: 'count-notifications',
  keyScope: 'read',
  summary: 'Returns the number of unread notifications and the total number.',
  output: z.object({ count: z.number(), total: z.number() }),
  reads: ['notifications'],
})

export const markNotificationsRead = operation({
  path: 'read-notifications',
  keyScope: 'write',
  summary: 'Marks notifications as read. The field name `notficationIdArr` is spelled as shown.',
  input: z.object({ notficationIdArr: ids }),
  output: z.object({ read: z.number() }),
  touches: ['notifications'],
})

export const markAllNotificationsRead = operation({
  path: 'read-all-notifications',
  keyScope: 'write',
  summary: 'Marks all notifications as read.',
  output: z.object({ read: z.number() }),
  touches: ['notifications'],
})

export const unsubscribeDigest = operation({
  path: 'stop-digest',
  summary:
    'Stops the daily notification email, with the parameters from the link in that email. No sign-in is needed.',
  access: 'anyone',
  input: z.object({ person: id, key: z.string().check(z.maxLength(100)) }),
  errors: ['notifications.stopKeyWrong'],
})
