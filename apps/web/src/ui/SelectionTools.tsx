import { limits } from '@nestmark/core/limits'
import { linksTexts } from '@nestmark/texts/links'
import { formatNumber } from '@nestmark/texts/counts'
import { uiTexts as texts } from '@nestmark/texts/ui'
import { type ReactNode, useState } from 'react'
import { formatError } from '../lib/api/client.ts'
import type { Pages } from '../lib/api/pages.ts'
import { openOverlay } from '../lib/overlay.ts'
import { type SelectedItems, getSelectedItems, type Selection } from '../lib/selection.ts'
import { toast } from '../lib/toasts.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { fieldCss } from './Field.tsx'
import { IconCheckbox, IconX } from './icons.ts'
import css from './SelectionTools.module.css'
import { Tick } from './Tick.tsx'

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
  onApply: (action: Action, chosen: SelectedItems<T>) => void
}) {
  const [action, setAction] = useState(actions[0]!.value)
  const total = pages.total ?? 0
  const chosen = getSelectedItems(selection, total)
  // What is chosen one by one is sent at once, and no more than this is taken. Where that is all there is, it is all.
  const most = limits.idsPerCall
  const label = every ? linksTexts.selectAll(total) : total > most ? texts.selectFirst(most) : texts.selectAll
  const reach = every ? total : Math.min(total, most)
  const selectAll = () => {
    if (every) return selection.selectAll()
    void pages
      .range(0, most - 1)
      .then(selection.selectMany)
      .catch((error: unknown) => toast({ tone: 'danger', title: formatError(error) }))
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
  // A phone has one row for it: there a tick selects all, the count is a number, and cancelling a cross.
  return (
    <div className={classes(css.tools, css.selecting)}>
      <Tick
        small
        className={css.phone}
        label={label}
        checked={chosen.count > 0 && chosen.count >= reach}
        partly={chosen.count > 0 && chosen.count < reach}
        onChange={() => {
          if (chosen.count === 0) return selectAll()
          selection.clear()
          selection.start()
        }}
      />
      <span className={classes('num', css.count)}>
        <span className={css.words} aria-live="polite">
          {texts.selected(chosen.count)}
        </span>
        <span className={css.phone} aria-hidden="true">
          {formatNumber(chosen.count)}
        </span>
      </span>
      {chosen.count < reach && (
        <Button size="sm" variant="ghost" className={css.wide} onClick={selectAll}>
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
      <Button size="sm" variant="ghost" className={css.cancel} onClick={selection.clear}>
        <IconX className={classes('i', css.phone)} />
        <span className={css.words}>{texts.cancel}</span>
      </Button>
    </div>
  )
}
