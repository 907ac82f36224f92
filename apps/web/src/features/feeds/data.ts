import {
  addFeed,
  deleteFeed,
  type Feed,
  findFeeds,
  listFeeds,
  readFeed,
  updateFeed,
} from '@nestmark/contract/feeds'
import { feedTexts as texts } from '@nestmark/texts/feeds'
import { type MutationOptions, useOperation, useOperationMutation } from '../../lib/api/operations.ts'
import { formatAgo, formatDate } from '../../lib/dates.ts'
import { toast } from '../../lib/toasts.ts'

export const useFeeds = (folder_id: string) => useOperation(listFeeds, { folder_id }, { quiet: true })
export const useFindFeeds = (options: MutationOptions<typeof findFeeds>) =>
  useOperationMutation(findFeeds, options)
export const useAddFeed = (options: MutationOptions<typeof addFeed>) => useOperationMutation(addFeed, options)
export const useReadFeed = () => useOperationMutation(readFeed)
export const useUpdateFeed = () => useOperationMutation(updateFeed)
export const useDeleteFeed = () =>
  useOperationMutation(deleteFeed, { onSuccess: () => toast({ title: texts.removed }) })

/** Formats the state of a feed, such as 'Checked 12 minutes ago'. */
export function formatState(
  { state, reason, status, checked, failing_since: since }: Feed,
  now: number,
): string {
  if (state === 'new') return texts.state.new
  if (reason === null) return texts.state.ok(formatAgo(checked ?? now, now))
  const why = reason === 'status' ? texts.reason.status(status) : texts.reason[reason]
  if (state === 'paused') return texts.state.paused(why)
  return since === null ? texts.state.waiting(why) : texts.state.failing(why, formatDate(since))
}
