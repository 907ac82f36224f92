import { limits } from '@nestmark/core/limits'
import { trashTexts } from '@nestmark/texts/trash'
import { suggestionTexts as texts } from '@nestmark/texts/suggestions'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { sentenceOf } from '../../lib/api/client.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { openOverlay } from '../../lib/overlay.ts'
import type { Selection } from '../../lib/selection.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { fieldCss } from '../../ui/Field.tsx'
import { IconCheckbox } from '../../ui/icons.ts'
import type { ListedSuggestion, Side } from './data.ts'
import css from './Suggestions.module.css'

export type SuggestionAction = 'approve' | 'delete'

/** Does one thing with many suggestions at once. Whoever suggests approves nothing. */
export function SuggestionTools({
  side,
  pages,
  selection,
  onApply,
}: {
  side: Side
  pages: Pages<ListedSuggestion>
  selection: Selection<ListedSuggestion>
  onApply: (action: SuggestionAction, chosen: ListedSuggestion[]) => void
}) {
  const choices: SuggestionAction[] = side === 'to_me' ? ['approve', 'delete'] : ['delete']
  const [action, setAction] = useState(choices[0]!)
  const chosen = [...selection.items.values()]
  const selectAll = () =>
    void pages
      .all(limits.idsPerCall)
      .then(selection.choose)
      .catch((error: unknown) => toast({ tone: 'danger', title: sentenceOf(error) }))
  if ((pages.total ?? 0) === 0) return null
  if (!selection.active)
    return (
      <div className={css.tools}>
        <Button size="sm" variant="ghost" icon={IconCheckbox} onClick={selection.start}>
          {uiTexts.select}
        </Button>
      </div>
    )
  return (
    <div className={css.tools}>
      <span className={`num ${css.count}`} aria-live="polite">
        {trashTexts.selected(chosen.length)}
      </span>
      <Button size="sm" variant="ghost" onClick={selectAll}>
        {trashTexts.selectAll}
      </Button>
      <select
        className={`${fieldCss.select} ${css.action}`}
        aria-label={texts.actions}
        value={action}
        onChange={event => setAction(event.target.value as SuggestionAction)}
      >
        {choices.map(choice => (
          <option key={choice} value={choice}>
            {texts[choice]}
          </option>
        ))}
      </select>
      <Button
        size="sm"
        variant="primary"
        onClick={() =>
          chosen.length === 0 ? openOverlay('confirm', { title: texts.noneChosen }) : onApply(action, chosen)
        }
      >
        {texts.apply}
      </Button>
      <Button size="sm" variant="ghost" onClick={selection.clear}>
        {uiTexts.cancel}
      </Button>
    </div>
  )
}
