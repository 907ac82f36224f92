import * as z from 'zod/mini'
import type { NotificationAction } from './eventTypes.ts'
import { operation } from './operation.ts'
import { flag, id, ids, nothing, page, time } from './shapes.ts'

/** What others did that concerns a person. */
export const notificationAction = z.enum([
  'new_shared',
  'sugg_new',
  'sugg_approved',
  'sugg_rejected',
  'add_link',
  'update_link',
  'delete_links',
  'delete_folders',
  'add_folder',
  'update_folder',
  'offer_new',
  'offer_accepted',
  'offer_declined',
] satisfies NotificationAction[])
export type { NotificationAction }

/** While it is unread, more of the same in the same collection is added to it instead of making another. */
export const notification = z.object({
  _id: id,
  action: notificationAction,
  is_read: flag,
  /** When it last happened. */
  create_date: time,
  /** Where; null once the person may not see it any more. */
  folder_id: z.nullable(z.object({ _id: id, name: z.string() })),
  /** Who did it last; null for a visitor. */
  from: z.nullable(z.object({ username: z.string() })),
  /** Others did the same. */
  several: z.boolean(),
  /** How many links, collections or suggestions. */
  count: z.number(),
  /** The name of the last of them; '' where the person may not see it any more. */
  about: z.string(),
})
export type Notification = z.output<typeof notification>

export const notifications = operation({
  path: 'notifications',
  summary: 'What others did that concerns the person, the newest first, 50 a page.',
  input: z.object({ page }),
  output: z.array(notification),
  reads: ['notifications'],
})

export const countNotifications = operation({
  path: 'count-notifications',
  summary: 'How many notifications are unread, and how many there are.',
  input: nothing,
  output: z.object({ count: z.number(), total: z.number() }),
  reads: ['notifications'],
})

export const readNotifications = operation({
  path: 'read-notifications',
  summary: 'Marks notifications as read. The name of the field is as it is.',
  input: z.object({ notficationIdArr: ids }),
  output: z.object({ read: z.number() }),
  touches: ['notifications'],
})

export const readAllNotifications = operation({
  path: 'read-all-notifications',
  summary: 'Marks all notifications as read.',
  input: nothing,
  output: z.object({ read: z.number() }),
  touches: ['notifications'],
})

export const stopDigest = operation({
  path: 'stop-digest',
  summary:
    'Stops the daily mail of notifications, by what stands in the address of its mails; nobody signs in.',
  access: 'anyone',
  input: z.object({ person: id, key: z.string().check(z.maxLength(100)) }),
  output: nothing,
  errors: ['notifications.stopKeyWrong'],
})
