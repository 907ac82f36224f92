import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { uiTexts } from '@nestmark/texts/ui'
import { copyText } from '../../../lib/browser/copyText.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { BulkBar } from '../../../ui/lists/BulkBar.tsx'
import { IconQuote, IconTrash } from '../../../ui/icons.ts'
import { type ChosenHighlight, groupByPage } from './chosenHighlights.ts'
import { formatQuotes } from '../formatQuote.ts'
import { eggIcons } from './HighlightEgg.tsx'
import { styles } from './highlightQuery.ts'
import { deleteHighlights, saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Highlight, HighlightStyle } from '@nestmark/contract/reading/highlightShapes'
import { client, formatError, isUnreachable } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { toast } from '../../../lib/toasts.ts'
import { patchHighlight } from '../cachedHighlights.ts'
import { undoDeletion } from '../data.ts'
import { restorePage } from '../restoreHighlights.ts'

/**
 * The bulk bar of the list, with the four colours, Copy and Delete.
 * @param onDeleted is called before the rows of these highlights are removed, so that the focus can move
 */
export function HighlightBulk({
  selection,
  onDeleted,
}: {
  selection: Selection<ChosenHighlight>
  onDeleted: (ids: readonly string[]) => void
}) {
  if (!selection.active) return null
  const chosen = [...selection.items.values()]
  const run = (work: (chosen: readonly ChosenHighlight[]) => Promise<unknown>) => () => {
    if (chosen.length === 0) return openOverlay('confirm', { title: texts.noneChosen })
    selection.clear()
    void work(chosen)
  }
  return (
    <BulkBar
      label={texts.bulk}
      count={uiTexts.selected(chosen.length)}
      isEmpty={chosen.length === 0}
      actions={[
        ...styles.map(style => ({
          label: texts.colourOf(style),
          icon: eggIcons[style],
          shortcut: String(style),
          run: run(all => setStyles(all, style)),
        })),
        {
          label: texts.copyQuotes,
          icon: IconQuote,
          shortcut: 'ctrl+c',
          run: run(all =>
            copyText(formatQuotes(all), { copied: texts.copiedQuotes, copyFailed: texts.copyFailed }),
          ),
        },
        {
          label: texts.deleteChosen,
          icon: IconTrash,
          danger: true,
          shortcut: 'delete',
          run: run(all => {
            onDeleted(all.map(({ _id }) => _id))
            return deleteChosen(all)
          }),
        },
      ]}
      onClear={selection.clear}
    />
  )
}

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
function setStyles(chosen: readonly ChosenHighlight[], style: HighlightStyle): Promise<void> {
  const others = chosen.filter(each => each.style !== style)
  return changeChosen(others, { style }, async () => {
    for (const { _id: highlight_id } of others) await client.call(saveHighlight, { highlight_id, style })
  })
}

/** Deletes chosen highlights, and shows a toast with an undo button. */
function deleteChosen(chosen: readonly ChosenHighlight[]): Promise<void> {
  const pages = groupByPage(chosen)
  const restore = async () => {
    for (const page of pages) await restorePage(page)
  }
  return changeChosen(chosen, null, async () => {
    const { deleted } = await client.call(deleteHighlights, { highlights: chosen.map(({ _id }) => _id) })
    toast({ title: texts.deleted(deleted), undo: () => void undoDeletion(restore, deleted) })
  })
}
