import { uiTexts } from '@nestmark/texts/ui'
import { type ReactNode, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useHotkeys } from '../lib/hotkeys.ts'
import { overlays } from '../lib/overlay.ts'
import { useCloseRequest } from '../lib/useCloseRequest.ts'
import { useStableCallback } from '../lib/useStableCallback.ts'
import { Button, type Icon } from './Button.tsx'
import css from './BulkBar.module.css'
import { Kbd } from './Kbd.tsx'

/** A bulk action for the selected items. */
export interface BulkAction {
  label: string
  icon: Icon
  danger?: boolean
  run: () => void
}

/** Ends the selection that the current bar belongs to. */
let endOtherSelection: (() => void) | undefined

/** A floating bar with bulk actions, shown in select mode. Esc ends select mode. */
export function BulkBar({
  label,
  count,
  all,
  actions,
  onClear,
  children,
}: {
  label: string
  /** For example '3 selected'. */
  count: string
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
  useHotkeys({
    escape: event => {
      // The topmost element closes first.
      if (overlays.get().length > 0 || document.querySelector('[role=menu]')) return
      event.preventDefault()
      onClear()
    },
  })
  useCloseRequest(onClear)
  return createPortal(
    <section className={css.container} aria-label={label} data-bulk>
      <div className={css.bar} role="toolbar" aria-label={label}>
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
              onClick={action.run}
            >
              {action.label}
            </Button>
          ))}
        </div>
        <span className={css.separator} />
        <Button size="sm" variant="ghost" className={css.cancel} onClick={onClear}>
          {uiTexts.cancel}
        </Button>
        <span className={css.keys} aria-hidden="true">
          <Kbd keys={['Esc']} />
        </span>
      </div>
    </section>,
    // Inside the frame, whose CSS defines the width of the sidebar.
    document.getElementById('frame') ?? document.body,
  )
}
