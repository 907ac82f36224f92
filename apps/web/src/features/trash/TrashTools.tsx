import { limits } from '@nestmark/core/limits'
import { trashTexts as texts } from '@nestmark/texts/trash'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { sentenceOf } from '../../lib/api/client.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { openOverlay } from '../../lib/overlay.ts'
import type { Selection } from '../../lib/selection.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { fieldCss } from '../../ui/Field.tsx'
import { IconCheckbox, IconTrash } from '../../ui/icons.ts'
import css from './Trash.module.css'

type Action = 'restore' | 'remove'

/** Empties the trash, or does one thing with many at once. While that runs, its words stand in place of the buttons. */
export function TrashTools<T extends { _id: string }>({
  pages,
  selection,
  emptyLabel,
  busy,
  onEmpty,
  onApply,
}: {
  pages: Pages<T>
  selection: Selection<T>
  emptyLabel: string
  busy: boolean
  onEmpty: () => void
  onApply: (action: Action, chosen: T[]) => void
}) {
  const [action, setAction] = useState<Action>('restore')
  const total = pages.total ?? 0
  const chosen = [...selection.items.values()]
  const selectAll = () =>
    void pages
      .all(limits.idsPerCall)
      .then(selection.choose)
      .catch((error: unknown) => toast({ tone: 'danger', title: sentenceOf(error) }))
  if (busy)
    return (
      <div className={css.tools} role="status">
        <span className={css.spinner} aria-hidden="true" />
        {texts.working}
      </div>
    )
  if (total === 0) return null
  if (!selection.active)
    return (
      <div className={css.tools}>
        <Button size="sm" variant="ghost" icon={IconCheckbox} onClick={selection.start}>
          {uiTexts.select}
        </Button>
        <Button size="sm" variant="danger" icon={IconTrash} onClick={onEmpty}>
          {emptyLabel}
        </Button>
      </div>
    )
  return (
    <div className={css.tools}>
      <span className={`num ${css.count}`} aria-live="polite">
        {texts.selected(chosen.length)}
      </span>
      <Button size="sm" variant="ghost" onClick={selectAll}>
        {texts.selectAll}
      </Button>
      <select
        className={`${fieldCss.select} ${css.action}`}
        aria-label={texts.actions}
        value={action}
        onChange={event => setAction(event.target.value as Action)}
      >
        <option value="restore">{texts.restore}</option>
        <option value="remove">{texts.remove}</option>
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
