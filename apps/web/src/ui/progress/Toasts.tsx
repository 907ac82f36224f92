import { uiTexts } from '@nestmark/texts/ui'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { hasNoFocus } from '../../lib/focus/hasNoFocus.ts'
import { overlays } from '../../lib/overlays/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { dismissToast, type Toast, type ToastAction, toasts } from '../../lib/toasts.ts'
import { IconButton } from '../fields/Button.tsx'
import { classes } from '../classes.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconInfoCircle,
  IconUsers,
  IconWorld,
  IconX,
} from '../icons.ts'
import css from './Toasts.module.css'

const icons = { ok: IconCheck, info: IconInfoCircle, waiting: IconClock, danger: IconAlertTriangle }
const tones = { ok: undefined, info: css.info, waiting: css.info, danger: css.danger }
const marks = { public: IconWorld, shared: IconUsers }

/** The toasts in the corner of the page: the newest one, and behind it the others. */
export function Toasts() {
  const visible = useStore(toasts)
  return visible.length > 0 && <ToastStack visible={visible} />
}

/** No toast expires while the pointer or the focus is on one of them. */
function ToastStack({ visible }: { visible: readonly Toast[] }) {
  const [isPaused, setPaused] = useState(false)
  return (
    <section
      className={css.stack}
      aria-label={uiTexts.messages}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {visible.map(toast => (
        <ToastItem key={toast.id} toast={toast} isPaused={isPaused} />
      ))}
    </section>
  )
}

function ToastItem({ toast, isPaused }: { toast: Toast; isPaused: boolean }) {
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration)
    return () => clearTimeout(timer)
  }, [toast, isPaused])
  const returnFocus = useReturnToDialog()
  const Glyph = icons[toast.tone]
  const Mark = toast.mark && marks[toast.mark]
  const { action, moreActions = [] } = toast
  const renderAction = ({ label, run }: ToastAction) => (
    <button
      key={label}
      type="button"
      className={`acc w560 ${css.action}`}
      onClick={() => {
        dismissToast(toast.id)
        run()
      }}
    >
      {label}
    </button>
  )
  return (
    <div
      data-toast
      role={toast.tone === 'danger' ? 'alert' : 'status'}
      className={classes(
        'flex top rel',
        css.toast,
        tones[toast.tone],
        moreActions.length > 0 && css.withActions,
      )}
      onFocus={returnFocus}
    >
      <span className={`centre rigid ${css.icon}`}>
        <Glyph className="i s14" />
      </span>
      <div className={`grow anywhere ${css.text}`}>
        <div className="w540">{toast.title}</div>
        <div className={moreActions.length > 0 ? css.second : undefined}>
          {toast.line && (
            <div
              className={`text12 t3 ${css.line}`}
              dir="auto"
              title={moreActions.length > 0 ? toast.line : undefined}
            >
              {Mark && <Mark className={`i s12 ${css.mark}`} />}
              {toast.line}
            </div>
          )}
          {moreActions.length > 0 && (
            <div className={`flex wrap ${css.actions}`}>
              {[...moreActions, ...(action ? [action] : [])].map(renderAction)}
            </div>
          )}
        </div>
      </div>
      {action && moreActions.length === 0 && renderAction(action)}
      <IconButton small icon={IconX} label={uiTexts.dismiss} onClick={() => dismissToast(toast.id)} />
    </div>
  )
}

/**
 * Returns the focus to an open dialog when the focused toast closes. Without a dialog the page has it.
 * @returns the focus handler of the toast
 */
function useReturnToDialog(): (event: FocusEvent<HTMLElement>) => void {
  const previous = useRef<Element>(null)
  useEffect(
    () => () => {
      const target = previous.current
      requestAnimationFrame(() => {
        if (overlays.get().length > 0 && hasNoFocus() && target instanceof HTMLElement && target.isConnected)
          target.focus({ preventScroll: true })
      })
    },
    [],
  )
  return ({ currentTarget, relatedTarget }) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) previous.current = relatedTarget
  }
}
