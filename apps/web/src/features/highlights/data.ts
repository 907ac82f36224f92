import { isUnreachable } from '../../lib/api/client.ts'
import {
  allHighlights,
  deleteHighlight,
  deleteHighlights,
  type HighlightPage,
  pageHighlights,
  saveHighlight,
  searchHighlights,
} from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Input } from '@nestmark/contract/operation'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { client, formatError } from '../../lib/api/client.ts'
import { useOperation, useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { showError } from '../../lib/api/showError.ts'
import { useQueue } from '../../lib/outbox/queue.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { patchHighlight } from './cachedHighlights.ts'
import { useHighlightCounts } from './list/counts.ts'
import { type HighlightQuery, isNarrowed } from './list/highlightQuery.ts'
import { restoreHighlight, restorePage } from './restoreHighlights.ts'
import { useEncryptedHits } from './list/encryptedHits.ts'

/** Reads the pages with highlights of a query. The list and the search have separate page counters, each from 1. */
export function useHighlightPages(query: HighlightQuery): Pages<HighlightPage> {
  const { input, type, style, hasComment, order } = query
  const counts = useHighlightCounts()
  const isSearch = input !== ''
  const filter = {
    ...(order && { order }),
    ...(style && { style }),
    ...(hasComment && { has_comment: 1 as const }),
  }
  const all = useOperationPages(allHighlights, filter, {
    enabled: !isSearch,
    total: isNarrowed(query) ? undefined : counts?.pages,
  })
  const found = useOperationPages(searchHighlights, { type, input }, { enabled: isSearch })
  const withEncrypted = useEncryptedHits(found, query)
  return isSearch ? withEncrypted : all
}

/**
 * Reads all highlights of a page of which a list has only some, for reasons of size.
 * @param enabled false reads nothing
 */
export function useWholePage(group: HighlightPage, enabled: boolean): readonly Highlight[] {
  const { data } = useOperation(pageHighlights, toPageInput(group), { enabled })
  return data?.data.highlights ?? group.data.highlights
}

const toPageInput = ({ enc, link, saved }: HighlightPage): Input<typeof pageHighlights> =>
  enc === 1 ? { link_id: saved?._id } : { url: link }

/** A change of a highlight as the server takes it. */
export type HighlightChange = Pick<Input<typeof saveHighlight>, 'highlight_id' | 'style' | 'comm' | 'sealed'>

/** The changes that the server has refused, by the id of the highlight. They are shown until they are sent again. */
export const refusedChanges = createStore<ReadonlyMap<string, { change: HighlightChange; reason: string }>>(
  new Map(),
)

function setRefused(id: string, refused: { change: HighlightChange; reason: string } | null): void {
  refusedChanges.set(now => {
    const next = new Map(now)
    if (refused) next.set(id, refused)
    else next.delete(id)
    return next
  })
}

/** Changes the colour or the comment of a highlight at once. Without a connection the change waits on this device. */
export function useChangeHighlight() {
  return useOperationMutation(saveHighlight, {
    quiet: true,
    optimistic: ({ highlight_id: id = '', style, comm }) => {
      setRefused(id, null)
      return patchHighlight(id, { ...(style && { style }), ...(comm !== undefined && { comm }) })
    },
    later: ({ comm }) => ({ title: comm === undefined ? texts.queuedColour : texts.queuedComment }),
    // The row says it.
    onQueued: () => undefined,
    onError: (refusal, change) =>
      setRefused(change.highlight_id ?? '', { change, reason: formatError(refusal) }),
  })
}

/** Returns what waits on this device until it can be sent, by the id of the highlight. */
export function useWaitingChanges(): ReadonlyMap<string, Partial<Highlight>> {
  const waiting = new Map<string, Partial<Highlight>>()
  for (const { op, input, state } of useQueue()) {
    if (op !== saveHighlight.path || state !== 'waiting') continue
    const { highlight_id: id = '', style, comm } = input as Input<typeof saveHighlight>
    waiting.set(id, { ...waiting.get(id), ...(style && { style }), ...(comm !== undefined && { comm }) })
  }
  return waiting
}

/** Deletes a highlight at once, and shows a toast with an undo button. */
export function useDeleteHighlight(): (highlight: Highlight, group: HighlightPage) => void {
  const { mutate } = useOperationMutation(deleteHighlight, {
    optimistic: ({ highlight_id: id }) => patchHighlight(id, null),
  })
  return (highlight, group) =>
    mutate(
      { highlight_id: highlight._id },
      {
        onSuccess: () =>
          toast({
            title: texts.deleted(1),
            undo: () => void undoDeletion(() => restoreHighlight(highlight, group), 1),
          }),
      },
    )
}

/**
 * Deletes all highlights of a page, and shows a toast with an undo button.
 * @throws Refusal, after a toast has shown it
 */
export function useDeleteHighlights(): (group: HighlightPage) => Promise<void> {
  const { mutateAsync } = useOperationMutation(deleteHighlights)
  return async group => {
    const whole = await readWholePage(group)
    const { deleted } = await mutateAsync({ highlights: [group._id] })
    toast({ title: texts.deleted(deleted), undo: () => void undoDeletion(() => restorePage(whole), deleted) })
  }
}

/**
 * Returns a page with all its highlights, of which a search or a filter lists only some.
 * @throws Refusal, after a toast has shown it
 */
export async function readWholePage(group: HighlightPage): Promise<HighlightPage> {
  if (group.data.highlights.length >= group.count) return group
  try {
    return (await client.call(pageHighlights, toPageInput(group))) ?? group
  } catch (error) {
    toast({ tone: 'danger', title: isUnreachable(error) ? texts.needsConnection : formatError(error) })
    throw error
  }
}

/** Restores deleted highlights, and shows a toast. @param count their number */
export async function undoDeletion(restore: () => Promise<void>, count: number): Promise<void> {
  try {
    await restore()
    toast({ title: texts.restored(count) })
  } catch (error) {
    showError(error)
  }
}
