import {
  type Activity,
  type ChangedSince,
  getFolderActivity,
  undoActivity,
} from '@nestmark/contract/activity'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { toastUndone } from '../../lib/undo/actions.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { activityTexts as texts } from '@nestmark/texts/activity'
import { formatDate } from '../../lib/dates.ts'

const toPage = (answer: Activity[]) => ({ items: answer })

/** What happened in a collection and beneath it, the newest first. */
export function useActivity(folder: string): Pages<Activity> {
  return useOperationPages(getFolderActivity, { folder_id: folder }, toPage)
}

/** Takes an entry back, and says what could not be. Of what was changed since, both versions are shown to choose from. */
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

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The time of a day: 09:05. */
export const formatTime = (time: number): string => clock.format(time)

/** 'Today', 'Yesterday' or the date. @param now the present, in milliseconds since 1970 */
export function formatDay(time: number, now: number): string {
  const day = formatDate(time)
  if (day === formatDate(now)) return texts.today
  // Noon, so that a day of 23 or 25 hours is no matter.
  const noon = new Date(now)
  noon.setHours(12, 0, 0, 0)
  return day === formatDate(noon.getTime() - 86_400_000) ? texts.yesterday : day
}

/** Entries by the day on which they happened, in their order. */
export function byDay(entries: readonly Activity[], now: number): [day: string, entries: Activity[]][] {
  return [...Map.groupBy(entries, entry => formatDay(entry.create_date, now))]
}
