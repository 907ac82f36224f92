import { limits } from '@nestmark/core/limits'
import { linksTexts } from '@nestmark/texts/links/links'
import { formatNumber } from '@nestmark/texts/counts'
import { uiTexts as texts } from '@nestmark/texts/ui'
import { type ReactNode, useState } from 'react'
import type { Pages } from '../../lib/api/pages.ts'
import { showError } from '../../lib/api/showError.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { type SelectedItems, getSelectedItems, type Selection } from '../../lib/lists/selection.ts'
import { Button } from '../fields/Button.tsx'
import { classes } from '../classes.ts'
import { IconCheckbox, IconX } from '../icons.ts'
import { Select, type SelectOption } from '../menus/Select.tsx'
import css from './SelectionTools.module.css'
import { Checkbox } from '../fields/Checkbox.tsx'

/** The actions of the toolbar: at least one. */
type Actions<Action extends string> = readonly [SelectOption<Action>, ...SelectOption<Action>[]]

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
  actions: Actions<Action>
  /** The notice when no item is selected. */
  emptySelectionTitle: string
  /** Replaces the buttons while an action is running. */
  busy?: string | undefined
  /** More buttons, outside select mode. */
  children?: ReactNode
  onApply: (action: Action, selected: SelectedItems<T>) => void
}) {
  const [action, setAction] = useState(actions[0].value)
  const total = pages.total ?? 0
  const selected = getSelectedItems(selection, total)
  const { label, count: selectableCount } = describeSelectAll(total, selectsEvery)
  const selectAll = () => {
    if (selectsEvery) return selection.selectAll()
    void pages
      .range(0, limits.idsPerCall - 1)
      .then(selection.selectMany)
      .catch(showError)
  }
  if (busy !== undefined)
    return (
      <div className={`row wrap g8 ${css.tools}`} role="status">
        <span className={css.spinner} aria-hidden="true" />
        {busy}
      </div>
    )
  if (total === 0) return null
  if (!selection.active)
    return (
      <div className={`row wrap g8 ${css.tools}`}>
        <Button size="sm" variant="ghost" icon={IconCheckbox} onClick={selection.start}>
          {texts.select}
        </Button>
        {children}
      </div>
    )
  // Phones have one row: a checkbox selects all, the count is a number, and the cancel button is an icon.
  return (
    <div className={classes('row wrap g8', css.tools, css.selecting)}>
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
      <SelectedCount count={selected.count} />
      {selected.count < selectableCount && (
        <Button size="sm" variant="ghost" className={css.wide} onClick={selectAll}>
          {label}
        </Button>
      )}
      <Select
        className={css.action}
        label={texts.actions}
        options={actions}
        value={action}
        onChange={setAction}
      />
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

/**
 * Returns the label of 'Select all' and the number of items that it selects. Individually selected items are sent in one
 * call, which is limited. A list within the limit is selected completely.
 */
function describeSelectAll(total: number, selectsEvery: boolean): { label: string; count: number } {
  if (selectsEvery) return { label: linksTexts.selectAll(total), count: total }
  const maxItems = limits.idsPerCall
  if (total > maxItems) return { label: texts.selectFirst(maxItems), count: maxItems }
  return { label: texts.selectAll, count: total }
}

function SelectedCount({ count }: { count: number }) {
  return (
    <span className={classes('num', 't1 nw w540', css.count)}>
      <span className={css.text} aria-live="polite">
        {texts.selected(count)}
      </span>
      <span className={css.phone} aria-hidden="true">
        {formatNumber(count)}
      </span>
    </span>
  )
}
