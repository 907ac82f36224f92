import { uiTexts } from '@nestmark/texts/ui'
import { type ReactNode, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useHotkeys } from '../lib/hotkeys.ts'
import { overlays } from '../lib/overlay.ts'
import { useStableCallback } from '../lib/useStableCallback.ts'
import { Button, type Icon } from './Button.tsx'
import css from './BulkBar.module.css'
import { Kbd } from './Kbd.tsx'

/** One deed for all that is selected. */
export interface BulkAction {
  label: string
  icon: Icon
  danger?: boolean
  run: () => void
}

/** Ends the selection whose bar is there. */
let endOther: (() => void) | undefined

/** The bar that floats over a list while things are being selected. Esc leaves select mode. */
export function BulkBar({
  label,
  count,
  all,
  actions,
  onClear,
  children,
}: {
  label: string
  /** '3 selected' */
  count: string
  all?: { label: string; run: () => void }
  actions: readonly BulkAction[]
  onClear: () => void
  children?: ReactNode
}) {
  // There is room for one: selecting in one list ends it in another list of the page.
  const end = useStableCallback(onClear)
  useLayoutEffect(() => {
    endOther?.()
    endOther = end
    return () => {
      if (endOther === end) endOther = undefined
    }
  }, [end])
  useHotkeys({
    escape: event => {
      // The topmost thing closes first.
      if (overlays.get().length > 0 || document.querySelector('[role=menu]')) return
      event.preventDefault()
      onClear()
    },
  })
  return createPortal(
    <section className={css.place} aria-label={label} data-bulk>
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
        <span className={css.line} />
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
        <span className={css.line} />
        <Button size="sm" variant="ghost" onClick={onClear}>
          {uiTexts.cancel}
        </Button>
        <span className={css.keys} aria-hidden="true">
          <Kbd keys={['Esc']} />
        </span>
      </div>
    </section>,
    // Inside the frame, which knows how wide the sidebar is.
    document.getElementById('frame') ?? document.body,
  )
}
