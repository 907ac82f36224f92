import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { isTyping, useHotkeys } from '../../lib/focus/hotkeys.ts'
import { isCovered, restorePageFocus } from '../../lib/overlays/overlay.ts'
import { selectionCommands } from '../../lib/lists/selectionCommands.ts'
import { toAriaShortcut, toKeyNames } from '../../lib/focus/shortcuts.ts'
import { useCloseRequest } from '../../lib/overlays/useCloseRequest.ts'
import { useStableCallback } from '../../lib/useStableCallback.ts'
import { Button, type Icon } from '../fields/Button.tsx'
import { CancelButton } from '../dialogs/CancelButton.tsx'
import css from './BulkBar.module.css'
import { Kbd } from '../menus/Kbd.tsx'
import { Menu } from '../menus/Menu.tsx'
import { MenuTitle } from '../menus/MenuTitle.tsx'

/** A bulk action for the selected items. */
export interface BulkAction {
  label: string
  icon: Icon
  danger?: boolean
  /** The key that runs it, such as 'm' or 'delete'. */
  shortcut?: string
  /** Its name in the palette, such as 'Move selected links…'. */
  command?: string | undefined
  run: () => void
}

/** Ends the selection that the current bar belongs to. */
let endOtherSelection: (() => void) | undefined

/** Runs the actions by their keys, and lists them in the palette while the bar is shown. */
function useCommands(actions: readonly BulkAction[]): void {
  const keyed = actions.flatMap(action =>
    action.shortcut === undefined ? [] : [[action.shortcut, action] as const],
  )
  useHotkeys(
    Object.fromEntries(
      keyed.map(([shortcut, { run }]) => [
        shortcut,
        (event: KeyboardEvent) => {
          if (isTyping(event.target) || isCovered()) return
          event.preventDefault()
          run()
        },
      ]),
    ),
  )
  useEffect(() => {
    selectionCommands.set(
      keyed.flatMap(([shortcut, { command, icon, run }]) =>
        command === undefined ? [] : [{ label: command, icon, shortcut, run }],
      ),
    )
  })
  useEffect(() => () => selectionCommands.set([]), [])
}

/** The context menu of the selected cards and rows, which open it by its hidden trigger. */
function SelectionMenu({
  label,
  count,
  all,
  actions,
}: {
  label: string
  count: string
  all: { label: string; run: () => void } | undefined
  actions: readonly BulkAction[]
}) {
  return (
    <Menu
      label={label}
      head={<MenuTitle title={count} />}
      items={[...actions, ...(all ? (['line', all] as const) : [])]}
    >
      {trigger => <button {...trigger} type="button" hidden data-selection-menu />}
    </Menu>
  )
}

/** A floating bar with bulk actions, shown in select mode. Esc ends select mode. */
export function BulkBar({
  label,
  count,
  isEmpty = false,
  all,
  actions,
  onClear,
  children,
}: {
  label: string
  /** For example '3 selected'. */
  count: string
  /** Nothing is selected yet. */
  isEmpty?: boolean
  all?: { label: string; run: () => void }
  actions: readonly BulkAction[]
  onClear: () => void
  children?: ReactNode
}) {
  // There is space for one bar: selecting in one list ends the selection of another list.
  const endSelection = useStableCallback(onClear)
  useLayoutEffect(() => {
    endOtherSelection?.()
    endOtherSelection = endSelection
    return () => {
      if (endOtherSelection === endSelection) endOtherSelection = undefined
    }
  }, [endSelection])
  useCommands(actions)
  // The button that was pressed disappears with the bar.
  useEffect(() => restorePageFocus, [])
  useHotkeys({
    escape: event => {
      // The topmost element closes first.
      if (isCovered()) return
      event.preventDefault()
      onClear()
    },
  })
  useCloseRequest(onClear)
  return createPortal(
    <section className={css.container} aria-label={label} data-bulk>
      <div className={`inline g6 t1 ${css.bar}`} role="toolbar" aria-label={label}>
        {children}
        <span className={`num ${css.count}`} aria-live="polite">
          {count}
        </span>
        {all && (
          <Button size="sm" variant="ghost" onClick={all.run}>
            {all.label}
          </Button>
        )}
        <span className={css.separator} />
        <div className={css.actions}>
          {actions.map(action => (
            <Button
              key={action.label}
              size="sm"
              variant={action.danger ? 'danger' : 'ghost'}
              className={action.danger ? css.danger : css.strong}
              icon={action.icon}
              aria-keyshortcuts={action.shortcut && toAriaShortcut(action.shortcut)}
              title={action.shortcut && toKeyNames(action.shortcut).join(' ')}
              onClick={action.run}
            >
              {action.label}
            </Button>
          ))}
        </div>
        {!isEmpty && <SelectionMenu {...{ label, count, all, actions }} />}
        <span className={css.separator} />
        <CancelButton size="sm" className={css.cancel} onClick={onClear} />
        <span className={css.keys} aria-hidden="true">
          <Kbd keys={['Esc']} />
        </span>
      </div>
    </section>,
    // Inside the frame, whose CSS defines the width of the sidebar.
    document.getElementById('frame') ?? document.body,
  )
}
