import { uiTexts } from '@nestmark/texts/ui'
import { useEffect, useState } from 'react'
import { useStore } from '../lib/store.ts'
import { dismissToast, type Toast, toasts } from '../lib/toasts.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { IconAlertTriangle, IconCheck, IconClock, IconX } from './icons.ts'
import css from './Toasts.module.css'

const icons = { ok: IconCheck, info: IconClock, danger: IconAlertTriangle }

/** The corner where the page says what happened. */
export function Toasts() {
  const standing = useStore(toasts)
  return (
    <section className={css.stack} aria-label={uiTexts.messages}>
      {standing.map(toast => (
        <One key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function One({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const wait = setTimeout(() => dismissToast(toast.id), toast.duration)
    return () => clearTimeout(wait)
  }, [toast, held])
  const Glyph = icons[toast.tone]
  const { action } = toast
  return (
    <div
      role={toast.tone === 'danger' ? 'alert' : 'status'}
      className={classes(css.toast, toast.tone !== 'ok' && css[toast.tone])}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={css.egg}>
        <Glyph className="i s14" />
      </span>
      <div className={css.words}>
        <div className={css.title}>{toast.title}</div>
        {toast.line && <div className={css.line}>{toast.line}</div>}
      </div>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            dismissToast(toast.id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton small icon={IconX} label={uiTexts.dismiss} onClick={() => dismissToast(toast.id)} />
    </div>
  )
}
