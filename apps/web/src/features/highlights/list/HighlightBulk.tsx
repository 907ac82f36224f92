import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { uiTexts } from '@nestmark/texts/ui'
import { copyText } from '../../../lib/browser/copyText.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { BulkBar } from '../../../ui/lists/BulkBar.tsx'
import { IconQuote, IconTrash } from '../../../ui/icons.ts'
import { deleteChosen, setStyles } from './changeChosen.ts'
import type { ChosenHighlight } from './chosenHighlights.ts'
import { formatQuotes } from '../formatQuote.ts'
import { eggIcons } from './HighlightEgg.tsx'
import { styles } from './highlightQuery.ts'

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
