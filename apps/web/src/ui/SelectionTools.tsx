import { limits } from '@nestmark/core/limits'
import { linksTexts } from '@nestmark/texts/links'
import { uiTexts as texts } from '@nestmark/texts/ui'
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '../lib/api/client.ts'
import type { Pages } from '../lib/api/pages.ts'
import { openOverlay } from '../lib/overlay.ts'
import { type Chosen, chosenOf, type Selection } from '../lib/selection.ts'
import { toast } from '../lib/toasts.ts'
import { Button } from './Button.tsx'
import { fieldCss } from './Field.tsx'
import { IconCheckbox } from './icons.ts'
import css from './SelectionTools.module.css'

/** Does one of a few things with many at once, above their list. Draws nothing while the list is empty. */
export function SelectionTools<T extends { _id: string }, Action extends string>({
  pages,
  selection,
  every = false,
  actions,
  noneChosen,
  busy,
  children,
  onApply,
}: {
  pages: Pages<T>
  selection: Selection<T>
  /** 'Select all' means everything in the list, loaded or not. */
  every?: boolean
  /** What may be done, the usual first. */
  actions: readonly { value: Action; label: string }[]
  /** Said where nothing was chosen. */
  noneChosen: string
  /** Stands in place of the buttons while something goes on. */
  busy?: string | undefined
  /** More buttons, while nothing is being selected. */
  children?: ReactNode
  onApply: (action: Action, chosen: Chosen<T>) => void
}) {
  const [action, setAction] = useState(actions[0]!.value)
  const total = pages.total ?? 0
  const chosen = chosenOf(selection, total)
  // What is chosen one by one is sent at once, and no more than this is taken. Where that is all there is, it is all.
  const most = limits.idsPerCall
  const label = every ? linksTexts.selectAll(total) : total > most ? texts.selectFirst(most) : texts.selectAll
  const selectAll = () => {
    if (every) return selection.chooseEvery()
    void pages
      .range(0, most - 1)
      .then(selection.choose)
      .catch((error: unknown) => toast({ tone: 'danger', title: sentenceOf(error) }))
  }
  if (busy !== undefined)
    return (
      <div className={css.tools} role="status">
        <span className={css.spinner} aria-hidden="true" />
        {busy}
      </div>
    )
  if (total === 0) return null
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
        {texts.selected(chosen.count)}
      </span>
      {chosen.count < (every ? total : Math.min(total, most)) && (
        <Button size="sm" variant="ghost" onClick={selectAll}>
          {label}
        </Button>
      )}
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
          chosen.count === 0 ? openOverlay('confirm', { title: noneChosen }) : onApply(action, chosen)
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
