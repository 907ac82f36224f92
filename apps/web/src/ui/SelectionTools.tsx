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
import { Checkbox } from './Checkbox.tsx'

/**
 * The toolbar above a list that applies one of several actions to the selected items. Empty while the list is
 * empty.
 */
export function SelectionTools<T extends { _id: string }, Action extends string>({
  pages,
  selection,
  selectsEvery = false,
  actions,
  emptySelectionTitle,
  busy,
  children,
  onApply,
}: {
  pages: Pages<T>
  selection: Selection<T>
  /** 'Select all' means all items of the list, loaded or not. */
  selectsEvery?: boolean
  /** The available actions, the default first. */
  actions: readonly { value: Action; label: string }[]
  /** The notice when no item is selected. */
  emptySelectionTitle: string
  /** Replaces the buttons while an action is running. */
  busy?: string | undefined
  /** More buttons, outside select mode. */
  children?: ReactNode
  onApply: (action: Action, selected: SelectedItems<T>) => void
}) {
  const [action, setAction] = useState(actions[0]!.value)
  const total = pages.total ?? 0
  const selected = getSelectedItems(selection, total)
  // Individually selected items are sent in one call, which is limited. A list within the limit is selected
  // completely.
  const maxItems = limits.idsPerCall
  const label = selectsEvery
    ? linksTexts.selectAll(total)
    : total > maxItems
      ? texts.selectFirst(maxItems)
      : texts.selectAll
  const selectableCount = selectsEvery ? total : Math.min(total, maxItems)
  const selectAll = () => {
    if (selectsEvery) return selection.selectAll()
    void pages
      .range(0, maxItems - 1)
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
  // Phones have one row: a checkbox selects all, the count is a number, and the cancel button is an icon.
  return (
    <div className={classes(css.tools, css.selecting)}>
      <Checkbox
        small
        className={css.phone}
        label={label}
        checked={selected.count > 0 && selected.count >= selectableCount}
        indeterminate={selected.count > 0 && selected.count < selectableCount}
        onChange={() => {
          if (selected.count === 0) return selectAll()
          selection.clear()
          selection.start()
        }}
      />
      <span className={classes('num', css.count)}>
        <span className={css.text} aria-live="polite">
          {texts.selected(selected.count)}
        </span>
        <span className={css.phone} aria-hidden="true">
          {formatNumber(selected.count)}
        </span>
      </span>
      {selected.count < selectableCount && (
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
          selected.count === 0
            ? openOverlay('confirm', { title: emptySelectionTitle })
            : onApply(action, selected)
        }
      >
        {texts.apply}
      </Button>
      <Button size="sm" variant="ghost" className={css.cancel} onClick={selection.clear}>
        <IconX className={classes('i', css.phone)} />
        <span className={css.text}>{texts.cancel}</span>
      </Button>
    </div>
  )
}
