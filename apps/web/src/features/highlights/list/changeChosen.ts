import { deleteHighlights, saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Highlight, HighlightStyle } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { client, formatError, isUnreachable } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { toast } from '../../../lib/toasts.ts'
import { patchHighlight } from '../cachedHighlights.ts'
import { type ChosenHighlight, groupByPage } from './chosenHighlights.ts'
import { undoDeletion } from '../data.ts'
import { restorePage } from '../restoreHighlights.ts'

/**
 * Shows a change of chosen highlights at once, and calls the server. A refusal shows a toast and reverts it.
 * @param change null removes them
 */
async function changeChosen(
  chosen: readonly ChosenHighlight[],
  change: Partial<Highlight> | null,
  call: () => Promise<void>,
): Promise<void> {
  const reverts = chosen.map(({ _id }) => patchHighlight(_id, change))
  try {
    await call()
  } catch (error) {
    for (const revert of reverts.toReversed()) revert()
    toast({ tone: 'danger', title: isUnreachable(error) ? texts.needsConnection : formatError(error) })
  }
  await refresh(saveHighlight.touches)
}

/** Gives chosen highlights a colour. */
export function setStyles(chosen: readonly ChosenHighlight[], style: HighlightStyle): Promise<void> {
  const others = chosen.filter(each => each.style !== style)
  return changeChosen(others, { style }, async () => {
    for (const { _id: highlight_id } of others) await client.call(saveHighlight, { highlight_id, style })
  })
}

/** Deletes chosen highlights, and shows a toast with an undo button. */
export function deleteChosen(chosen: readonly ChosenHighlight[]): Promise<void> {
  const pages = groupByPage(chosen)
  const restore = async () => {
    for (const page of pages) await restorePage(page)
  }
  return changeChosen(chosen, null, async () => {
    const { deleted } = await client.call(deleteHighlights, { highlights: chosen.map(({ _id }) => _id) })
    toast({ title: texts.deleted(deleted), undo: () => void undoDeletion(restore, deleted) })
  })
}
