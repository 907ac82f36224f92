import { type Activity, type ChangedSince, listActivity, undoActivity } from '@nestmark/contract/activity'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { toastUndone } from '../../lib/undo/actions.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { activityTexts as texts } from '@nestmark/texts/activity'
import { formatDate } from '../../lib/dates.ts'

const toPage = (answer: Activity[]) => ({ items: answer })

/** Reads the activity list of a collection and its descendants, the newest first. */
export function useActivity(folder: string): Pages<Activity> {
  return useOperationPages(listActivity, { folder_id: folder }, toPage)
}

/**
 * Undoes an entry and shows which items could not be restored. If an item was changed since, shows both
 * versions to choose from.
 */
export function useUndoActivity() {
  return useOperationMutation(undoActivity, {
    quiet: true,
    onSuccess: answer => void toastUndone(answer),
    onError: refusal => {
      if (refusal.code !== 'activity.changedSince') return toast({ tone: 'danger', title: refusal.message })
      const since = refusal.data as ChangedSince
      if ('link' in since) openOverlay('editLink', since)
      else openOverlay('editCollection', { collection: since.folder, former: since.former })
    },
  })
}

const timeFormat = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Formats a time of day: 09:05. */
export const formatTime = (time: number): string => timeFormat.format(time)

/** Formats a day: 'Today', 'Yesterday' or the date. @param now the current time, in milliseconds since 1970 */
export function formatDay(time: number, now: number): string {
  const day = formatDate(time)
  if (day === formatDate(now)) return texts.today
  // Noon, because days of 23 or 25 hours must not shift the date.
  const noon = new Date(now)
  noon.setHours(12, 0, 0, 0)
  return day === formatDate(noon.getTime() - 86_400_000) ? texts.yesterday : day
}

/** Groups entries by day, in their order. */
export function groupByDay(entries: readonly Activity[], now: number): [day: string, entries: Activity[]][] {
  return [...Map.groupBy(entries, entry => formatDay(entry.create_date, now))]
}
