import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import type { Pages } from '../../lib/api/pages.ts'
import type { Selection } from '../../lib/lists/selection.ts'
import { SelectionTools } from '../../ui/lists/SelectionTools.tsx'
import type { ListedSuggestion, Side } from './data.ts'

export type SuggestionAction = 'approve' | 'delete'

const approve = { value: 'approve', label: texts.approve } as const
const remove = { value: 'delete', label: texts.delete } as const

/** Bulk actions for suggestions. Senders cannot approve. */
export function SuggestionTools({
  side,
  onApply,
  ...rest
}: {
  side: Side
  pages: Pages<ListedSuggestion>
  selection: Selection<ListedSuggestion>
  onApply: (action: SuggestionAction, chosen: ListedSuggestion[]) => void
}) {
  return (
    <SelectionTools
      {...rest}
      actions={side === 'to_me' ? [approve, remove] : [remove]}
      emptySelectionTitle={texts.noneChosen}
      onApply={(action, { items }) => onApply(action, items)}
    />
  )
}
