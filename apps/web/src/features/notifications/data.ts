import {
  type Notification,
  notifications,
  markAllNotificationsRead,
  markNotificationsRead,
} from '@nestmark/contract/notifications'
import { notificationTexts as texts } from '@nestmark/texts/notifications'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { toast } from '../../lib/toasts.ts'
import { useNotificationCounts } from './counts.ts'

/** Reads all notifications, the newest first. */
export function useNotifications(): Pages<Notification> {
  return useOperationPages(notifications, {}, { total: useNotificationCounts()?.total })
}

/** Marks notifications as read. */
export function useMarkNotificationsRead() {
  return useOperationMutation(markNotificationsRead, { quiet: true })
}

/** Marks all notifications as read and shows a toast. */
export function useMarkAllNotificationsRead() {
  return useOperationMutation(markAllNotificationsRead, { onSuccess: () => toast({ title: texts.allRead }) })
}

/**
 * Returns the target of a notification: its collection or the suggestions page; the shared page where the
 * collection is no longer visible.
 */
export function toAddress({ action, folder_id: folder }: Notification): string {
  if (action === 'sugg_new') return '/suggestions'
  if (action === 'sugg_rejected') return '/suggestions?tab=by_me'
  // The page of the collection opens its share dialog.
  if (action === 'access_requested' && folder) return `/c/${folder._id}?share=1`
  return folder === null ? '/shared' : `/c/${folder._id}`
}
