import {
  type Activity,
  type ActivityKind,
  type ChangedSince,
  listActivity,
  undoActivity,
} from '@nestmark/contract/activity'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { toastUndone, type Undone } from '../../lib/undo/actions.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { activityTexts as texts } from '@nestmark/texts/activity'
import { formatDate } from '../../lib/dates.ts'
import { toDisplayName } from '../collections/data.ts'

/** Reads the activity list of a collection and its descendants, the newest first. */
export function useActivity(folder: string): Pages<Activity> {
  return useOperationPages(listActivity, { folder_id: folder })
}

/**
 * Returns the mutation that undoes entries, and shows what it undid and which items could not be restored. If an item
 * was changed since, shows both versions to choose from.
 */
export function useUndoActivity() {
  const { mutateAsync, ...mutation } = useOperationMutation(undoActivity, {
    quiet: true,
    onError: refusal => {
      if (refusal.code !== 'activity.changedSince') return toast({ tone: 'danger', title: refusal.message })
      const since = refusal.data as ChangedSince
      if ('link' in since) openOverlay('editLink', { link: since.link, previous: since.former })
      else openOverlay('editCollection', { collection: since.folder, previous: since.former })
    },
  })
  return {
    ...mutation,
    /** @throws Refusal, which is already shown */
    async undo(entry: Activity): Promise<void> {
      // The undo may change the names in the entry.
      const undone = toUndone(entry)
      await toastUndone(await mutateAsync({ activity_id: entry._id }), undone)
    },
  }
}

const actions: Record<ActivityKind, Undone['action']> = {
  add_links: 'addLinks',
  change_link: 'editLink',
  tag_links: 'tagLinks',
  move_links_here: 'moveLinks',
  move_links_away: 'moveLinks',
  remove_links: 'trashLinks',
  restore_links: 'restoreLinks',
  add_folders: 'addCollections',
  change_folder: 'editCollection',
  move_folders_here: 'moveCollections',
  move_folders_away: 'moveCollections',
  remove_folders: 'trashCollections',
  restore_folders: 'restoreCollections',
}

/** Returns what the undo of an entry reverts. */
function toUndone({ kind, count, subjects, folder }: Activity): Undone {
  const action = actions[kind]
  if (action === 'editCollection') return { action, total: 1, name: toDisplayName(folder.name) }
  // For an edit, the count is that of the changes.
  const total = action === 'editLink' ? 1 : count
  return { action, total, name: total === 1 ? subjects[0]?.name : undefined }
}

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
