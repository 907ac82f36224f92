import { limits } from '@nestmark/core/limits'
import { uiTexts as texts } from '@nestmark/texts/ui'
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '../lib/api/client.ts'
import type { Pages } from '../lib/api/pages.ts'
import { openOverlay } from '../lib/overlay.ts'
import type { Selection } from '../lib/selection.ts'
import { toast } from '../lib/toasts.ts'
import { Button } from './Button.tsx'
import { fieldCss } from './Field.tsx'
import { IconCheckbox } from './icons.ts'
import css from './SelectionTools.module.css'

/** Does one of a few things with many at once, above their list. Draws nothing while the list is empty. */
export function SelectionTools<T extends { _id: string }, Action extends string>({
  pages,
  selection,
  actions,
  noneChosen,
  busy,
  children,
  onApply,
}: {
  pages: Pages<T>
  selection: Selection<T>
  /** What may be done, the usual first. */
  actions: readonly { value: Action; label: string }[]
  /** Said where nothing was chosen. */
  noneChosen: string
  /** Stands in place of the buttons while something goes on. */
  busy?: string | undefined
  /** More buttons, while nothing is being selected. */
  children?: ReactNode
  onApply: (action: Action, chosen: T[]) => void
}) {
  const [action, setAction] = useState(actions[0]!.value)
  const chosen = [...selection.items.values()]
  const selectAll = () =>
    void pages
      .all(limits.idsPerCall)
      .then(selection.choose)
      .catch((error: unknown) => toast({ tone: 'danger', title: sentenceOf(error) }))
  if (busy !== undefined)
    return (
      <div className={css.tools} role="status">
        <span className={css.spinner} aria-hidden="true" />
        {busy}
      </div>
    )
  if ((pages.total ?? 0) === 0) return null
  if (!selection.active)
    return (
      <div className={css.tools}>
        <Button size="sm" variant="ghost" icon={IconCheckbox} onClick={selection.start}>
          {texts.select}
        </Button>
        {children}
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
        {actions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Button
        size="sm"
        variant="primary"
        onClick={() =>
          chosen.length === 0 ? openOverlay('confirm', { title: noneChosen }) : onApply(action, chosen)
        }
      >
        {texts.apply}
      </Button>
      <Button size="sm" variant="ghost" onClick={selection.clear}>
        {texts.cancel}
      </Button>
    </div>
  )
}
